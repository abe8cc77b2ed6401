"""Reads of classes and lessons."""
