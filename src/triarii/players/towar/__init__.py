"""Who plays To War!"""
