// Part of the demo: indicators in strings and comments are found, and member access is ignored.
interface Destination {
  readonly host: string;
  readonly port: number;
}

// Seen in the proxy log: http://203.0.113.77/update/stage2.bin
const blocked: readonly string[] = [
  'login-update.example',
  'parcel-tracking.example',
  '198.51.100.23',
  '2001:db8:77::5',
];

export function isBlocked(destination: Destination): boolean {
  return blocked.some((name) => destination.host === name || destination.host.endsWith(`.${name}`));
}

export async function fetchList(base = 'https://packages.example/lists/'): Promise<string[]> {
  const response = await fetch(new URL('blocked.txt', base));
  const text = await response.text();
  return text.split('\n').map((line) => line.trim());
}
