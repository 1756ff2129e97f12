import { findInBlocks, type FindOptions } from '../../core/indicators';
import type { EventForm } from '../../core/triage/clients';
import { LineIndex } from '../../core/indicators/detect/lineIndex';
import { hasOtherEncoding } from '../../core/text/encoding';
import type { BlockFound, BlockNeed } from '../../core/triage/counting/blockFound';
import { ListedNames } from '../../core/store/listedNames';
import { BlockCounter, noClient } from '../../core/triage/counting/blockCounter';
import { type Block, BlockFinder, type Encoding } from './blocks';
import { BlockReader, type SharedFile } from './fileBlocks';

/** Common properties of all tasks of a text. */
interface TextTask {
  /** Identifies the text. */
  readonly text: number;
  readonly encoding: Encoding;
  readonly languageId?: string | undefined;
  /** Form of the events that are counted, and of their clients; default: lines without clients. */
  readonly form?: EventForm | undefined;
  /** The thread that had the task before has ended. */
  readonly isAgain?: true;
}

/** A block of a file. */
interface FileTask extends TextTask {
  readonly kind: 'file';
  readonly file: SharedFile;
  readonly index: number;
  readonly need: BlockNeed;
}

/** A block with its bytes. */
export interface BytesTask extends TextTask {
  readonly kind: 'bytes';
  readonly need: BlockNeed;
  readonly block: Block;
}

/** The next bytes of code, where the text before matters: all go to the same thread, in their order. */
interface CodeTask extends TextTask {
  readonly kind: 'code';
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** A part of a text to search. */
export type FinderTask = FileTask | BytesTask | CodeTask;

/** The indicators of a part; `span` are its offsets in the file. */
export interface FinderResult {
  readonly found: BlockFound;
  readonly span?: readonly [start: number, end: number];
  /** Whether it contains text in another encoding. */
  readonly isMixed: boolean;
}

/** Searches parts of texts, in any thread. */
export class Finder {
  private readonly counters = new Map<number, BlockCounter>();
  private readonly code = new Map<number, CodeFinder>();
  private readonly reader = new BlockReader();
  private readonly names: ListedNames | undefined;
  private readonly listed: FindOptions['listed'];

  /** `storeFile`: the store whose risky names are found even if they look like something else. */
  constructor(storeFile?: string) {
    const names = storeFile === undefined ? undefined : new ListedNames(storeFile);
    this.names = names;
    this.listed = names && ((name) => names.has(name));
  }

  async run(task: FinderTask): Promise<FinderResult> {
    const { text, encoding } = task;
    const options = { languageId: task.languageId, listed: this.listed, encoded: true };
    const counter =
      this.counters.get(text) ?? new BlockCounter(task.kind === 'file' ? groupLines(task.file) : undefined);
    this.counters.set(text, counter);
    // This thread may have searched later blocks, whose locations aren't the first ones.
    if (task.isAgain === true) counter.startTable();
    if (task.kind === 'code') {
      const code = this.code.get(text) ?? new CodeFinder(counter, encoding, options);
      this.code.set(text, code);
      return { isMixed: hasOtherEncoding(task.bytes, encoding), found: await code.add(task.bytes, task.isLast) };
    }
    counter.limit(task.need);
    const finder = new BlockFinder(counter, encoding, options, task.form);
    if (task.kind === 'bytes') return { found: finder.find(task.block), isMixed: isMixed(task.block, encoding) };
    const block = this.reader.read(task.file, task.index);
    return { found: finder.find(block), span: [block.start, block.end], isMixed: isMixed(block, encoding) };
  }

  /** Drops what is kept about a text. */
  forget(text: number): void {
    this.counters.delete(text);
    this.code.delete(text);
    // The next text is searched with what the store lists then.
    if (this.counters.size === 0) this.names?.close();
  }
}

function isMixed({ bytes, from, to }: Block, encoding: Encoding): boolean {
  return hasOtherEncoding(bytes.subarray(from, to), encoding);
}

/** Bytes of files whose blocks are each a small part of the timeline. */
const largeFileBytes = 64 * 2 ** 20;

/** Lines of large files are counted together up to a block. */
function groupLines({ size }: SharedFile): number | undefined {
  return size >= largeFileBytes ? Infinity : undefined;
}

/** UTF-16 units of code searched at once. */
const codeBlockLength = 64 * 1024;

/** Finds the indicators of code, where comments and strings are only known from the beginning. */
class CodeFinder {
  private readonly lineIndex = new LineIndex();
  private readonly decoder: TextDecoder;
  private readonly ended: Promise<void>;
  /** Called with the next text; undefined is the end. */
  private give: ((text: string | undefined) => void) | undefined;
  /** Called when all text was searched as far as possible. */
  private done: () => void = () => undefined;

  constructor(
    private readonly counter: BlockCounter,
    encoding: Encoding,
    options: FindOptions,
  ) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.ended = this.search(options);
    // Rejections surface where the next part is added.
    this.ended.catch(() => undefined);
  }

  async add(bytes: Uint8Array, isLast: boolean): Promise<BlockFound> {
    const text = this.decoder.decode(bytes, { stream: !isLast });
    const lineEnds = countLineEnds(text);
    const tail = text.length - text.lastIndexOf('\n') - 1;
    const searched = new Promise<void>((resolve) => (this.done = resolve));
    this.give?.(text);
    await Promise.race([searched, this.ended]);
    if (isLast) {
      this.give?.(undefined);
      await this.ended;
    }
    return this.counter.take({ bytes: bytes.length, lineEnds, eventEnds: lineEnds, tail, isAbsolute: true });
  }

  private async search(options: FindOptions): Promise<void> {
    const blocks = findInBlocks(this.lineIndex.watch(this.texts()), { ...options, blockLength: codeBlockLength });
    for await (const block of blocks)
      for (const occurrence of block) {
        const { line, column } = this.lineIndex.position(occurrence.start);
        this.counter.add(occurrence, { line: line - 1, column, time: 0, event: line - 1, client: noClient });
      }
  }

  private async *texts(): AsyncGenerator<string> {
    for (;;) {
      const text = await new Promise<string | undefined>((resolve) => {
        this.give = resolve;
        this.done();
      });
      if (text === undefined) return;
      yield text;
    }
  }
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
