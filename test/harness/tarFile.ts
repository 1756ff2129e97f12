/** A file in a tar archive. */
export interface TarEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The type of the entry; by default a file. */
  readonly type?: string;
}

const padded = (bytes: Uint8Array): Buffer => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);

/** Returns a tar archive (POSIX, ustar), with long names as GNU tar writes them. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ name, content, type = '0' }): Buffer[] => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644', 100);
    header.write(bytes.length.toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar\x0000', 257, 'latin1');
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const own = Buffer.concat([header, padded(bytes)]);
    const longName = name.length > 100 ? tarOf([{ name: '././@LongLink', content: `${name}\0`, type: 'L' }]) : own;
    return name.length > 100 ? [longName.subarray(0, -1024), own] : [own];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
