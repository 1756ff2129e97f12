"""Part of the demo: counts requests to notable destinations in a proxy log."""

import re
import sys
from collections import Counter

NOTABLE = {
    "login-update.example": "collects credentials",
    "parcel-tracking.example": "phishing page",
    "relay.dark-harbor.test": "command and control",
    "203.0.113.77": "hosts the loader",
}
TARGET = re.compile(r" (?:GET|POST|CONNECT) (?:https?://)?([^/:\s]+)")


def main() -> None:
    counts = Counter()
    for line in sys.stdin:
        match = TARGET.search(line)
        if match and match.group(1) in NOTABLE:
            counts[match.group(1)] += 1
    for host, count in counts.most_common():
        print(f"{count:6}  {host}  ({NOTABLE[host]})")


if __name__ == "__main__":
    main()
