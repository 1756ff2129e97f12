import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { EntryParts, TriagedStorage } from '../../triage/remembered/checkTriaged';
import { formatNews, noNews, readNews, type TriageNews } from '../../triage/remembered/news';
import {
  canRemember,
  DamagedFileError,
  formatEntry,
  formatHeader,
  maxBodyBytes,
  maxHeaderLength,
  maxTriagedBytes,
  maxTriagedFiles,
  readEntryLine,
  readHeader,
  type TriagedEntry,
  type TriagedFile,
} from '../../triage/remembered/triagedFile';
import { isTriagedName, newsName } from './triagedNames';

const ownerOnly = 0o600;
const newsBytes = 64 * 2 ** 20;
/** A check that takes longer, or an unfinished file that is older, is that of a window that crashed. */
const abandonedMillis = 10 * 60_000;
/** On Windows, a file can't be replaced in the moment in which another program has it open. */
const [renameAttempts, renameMillis] = [10, 50];
const chunkBytes = 65_536;

interface Limits {
  readonly files: number;
  readonly bytes: number;
}

/** The indicators of triaged files, a compressed file for each. All windows share the folder. */
export class TriagedFolder implements TriagedStorage {
  private lastTemporary = 0;

  constructor(
    private readonly folder: string,
    private readonly limits: Limits = { files: maxTriagedFiles, bytes: maxTriagedBytes },
  ) {}

  async list(): Promise<readonly TriagedFile[]> {
    const files: TriagedFile[] = [];
    for (const name of await this.names()) {
      const found = await this.header(join(this.folder, name));
      if (found !== undefined && name === nameOf(found.file.uri)) files.push(found.file);
      else await this.remove(name);
    }
    return files.sort((a, b) => b.at - a.at);
  }

  async *entries({ uri }: TriagedFile): EntryParts {
    const path = join(this.folder, nameOf(uri));
    const found = await this.header(path);
    if (found === undefined) throw new DamagedFileError('no header');
    const unzipped = createGunzip({ chunkSize: chunkBytes });
    connect(createReadStream(path, { start: found.length }), unzipped, () => undefined);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let rest = '';
    let bytes = 0;
    try {
      for await (const chunk of unzipped as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) throw new DamagedFileError('too long');
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        yield lines.map(entryOf);
      }
    } catch (error) {
      throw error instanceof DamagedFileError ? error : new DamagedFileError(String(error), { cause: error });
    }
    if (rest !== '') throw new DamagedFileError('not written to its end');
  }

  async save(file: TriagedFile, entries: EntryParts): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.replace(nameOf(file.uri), async (temporary) => {
      const handle = await open(temporary, 'w', ownerOnly);
      try {
        await handle.write(`${formatHeader(file)}\n`);
        await pipeline(Readable.from(textOf(entries)), createGzip(), handle.createWriteStream());
      } finally {
        await handle.close().catch(() => undefined);
      }
    });
  }

  async forget(uri: string): Promise<void> {
    await this.remove(nameOf(uri));
  }

  /** Removes the oldest files beyond the limits, and what windows that crashed haven't finished. */
  async prune(): Promise<void> {
    let [files, bytes] = [0, 0];
    for (const { uri } of await this.list()) {
      const { size } = await stat(join(this.folder, nameOf(uri))).catch(() => ({ size: 0 }));
      bytes += size;
      if (++files > this.limits.files || bytes > this.limits.bytes) await this.forget(uri);
    }
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (!name.endsWith('.new')) continue;
      const at = await modifiedAt(join(this.folder, name));
      if (at !== undefined && Math.abs(Date.now() - at) > abandonedMillis) await this.remove(name);
    }
  }

  /** What the last checks found; nothing if that can't be read. */
  async news(): Promise<TriageNews> {
    const path = join(this.folder, newsName);
    try {
      return (await stat(path)).size > newsBytes ? noNews : readNews(await readFile(path, 'utf8'));
    } catch {
      return noNews;
    }
  }

  async saveNews(news: TriageNews): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.replace(newsName, (temporary) => writeFile(temporary, formatNews(news), { mode: ownerOnly }));
  }

  /** Runs a check, unless another window does; returns whether it ran. */
  async exclusively(check: () => Promise<void>): Promise<boolean> {
    const lock = join(this.folder, 'check.lock');
    const lockedAt = await modifiedAt(lock);
    if (lockedAt !== undefined && Math.abs(Date.now() - lockedAt) > abandonedMillis) await rm(lock, { force: true });
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await (await open(lock, 'wx', ownerOnly)).close();
    } catch {
      return false;
    }
    try {
      await check();
    } finally {
      await rm(lock, { force: true });
    }
    return true;
  }

  /** Removes everything. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async names(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter(isTriagedName);
  }

  private async remove(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true, recursive: true });
  }

  /** The header of a file, and its length in bytes; undefined if it is damaged or missing. */
  private async header(path: string): Promise<{ readonly file: TriagedFile; readonly length: number } | undefined> {
    try {
      const handle = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderLength), 0, maxHeaderLength, 0);
        const end = buffer.subarray(0, bytesRead).indexOf('\n');
        const file = end < 0 ? undefined : readHeader(buffer.toString('utf8', 0, end));
        return file && { file, length: end + 1 };
      } finally {
        await handle.close();
      }
    } catch {
      return undefined;
    }
  }

  /** Writes a file beside it and renames it, so that readers see the old or the new one. */
  private async replace(name: string, write: (temporary: string) => Promise<void>): Promise<void> {
    const temporary = join(this.folder, `${name}.${process.pid}-${++this.lastTemporary}.new`);
    try {
      await write(temporary);
      for (let attempt = 1; ; attempt++) {
        try {
          await rename(temporary, join(this.folder, name));
          return;
        } catch (error) {
          if (attempt >= renameAttempts || process.platform !== 'win32') throw error;
          await delay(renameMillis);
        }
      }
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** The name of the file for an address. */
function nameOf(uri: string): string {
  return `${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.indicators`;
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

function entryOf(line: string): TriagedEntry {
  const entry = readEntryLine(line);
  if (entry === undefined) throw new DamagedFileError('not an entry');
  return entry;
}

async function* textOf(entries: EntryParts): AsyncGenerator<string> {
  for await (const part of entries) {
    const text = part.filter(canRemember).map(formatEntry).join('');
    if (text !== '') yield text;
  }
}
