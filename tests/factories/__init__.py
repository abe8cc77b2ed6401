"""People and matches with fixed parts: Alice teaches, Bob and Carol are her pupils, Mallory is nobody to them."""

from tests.factories.matches import StackedDeal, live_match, seated_match
from tests.factories.people import UserFactory, alice, bob, carol, mallory, signed_in

__all__ = ["StackedDeal", "UserFactory", "alice", "bob", "carol", "live_match", "mallory", "seated_match", "signed_in"]
