import { rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

/** Writes a stream to a temporary file, which only this account can read. It is also removed when the program exits. */
export async function spool(chunks: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'threat-lookups-'));
  const removeNow = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeNow);
  };
  const path = join(folder, 'archive.zip');
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
