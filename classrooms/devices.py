"""What a person calls the device that a browser runs on."""

# The first that is named wins: most browsers name those that they want to be taken for as well.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox"}
BROWSERS |= {"FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
SYSTEMS = {"CrOS": "Chromebook", "iPad": "iPad", "iPhone": "iPhone", "Android": "Android", "Windows": "Windows"}
SYSTEMS |= {"Mac OS": "Mac", "Linux": "Linux"}


def device_name(user_agent: str) -> str:
    """Return browser and system, such as `Firefox, Windows`; "" for a program that names neither."""
    found = (next((name for sign, name in names.items() if sign in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))
