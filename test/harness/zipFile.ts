import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isEncrypted?: boolean;
  /** The size stated in the archive, if it is wrong. */
  readonly size?: number;
  /** The method of compression, if it is another one; the content is stored as it is then. */
  readonly method?: number;
  /** Whether its checksum is wrong. */
  readonly isChanged?: boolean;
  /** Whether the directory doesn't list it. */
  readonly isUnlisted?: boolean;
}

/** Returns a ZIP archive (PKWARE's specification, 4.3). */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    content,
    isEncrypted = false,
    size,
    method = 8,
    isChanged = false,
    isUnlisted = false,
  } of entries) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(isChanged ? 1 : crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    if (!isUnlisted)
      directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(all.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, all, Buffer.from('PK\x05\x06'), end]);
}
