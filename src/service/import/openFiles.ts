import type { ChosenColumns, GivenMeaning } from '../../core/records/sourceDetails';
import type {
  FileBeginning,
  ImportInput,
  ImportProgress,
  ImportResult,
  OpenedFile,
} from '../../core/store/protocol/protocol';
import type { Store } from '../../core/store/store';
import { batchSize, chosenBefore, importRead, getSource } from './index';
import { InputReading } from './readings';
import { getSourceName } from './sourceName';

interface WriteOptions {
  readonly columns?: ChosenColumns | undefined;
  readonly meaning?: GivenMeaning | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Files that are open while the user is asked about them: opened and recognized once, and written once with the answers. */
export class OpenFiles {
  private readonly readings = new Map<number, InputReading>();
  private lastId = 0;

  constructor(
    private readonly store: () => Store,
    private readonly now: () => number,
  ) {}

  /** Opens a file and recognizes it. An unreadable file is opened as well: its import reports why. */
  async open(input: ImportInput): Promise<OpenedFile> {
    const reading = new InputReading(input, { now: this.now() });
    await reading.open();
    const opened = ++this.lastId;
    this.readings.set(opened, reading);
    const source = { kind: 'import', name: await getSourceName(this.store(), input) } as const;
    const known = getSource(this.store(), source);
    const table = reading.table();
    return {
      opened,
      source: source.name,
      isRated: known?.details.asked === true || known?.risk !== undefined,
      table: table?.preview,
      isUnderstood: table?.isUnderstood,
      chosen: chosenBefore(this.store(), source),
    };
  }

  /** Reads as many entries as are written at once. */
  async begin(opened: number, columns?: ChosenColumns): Promise<FileBeginning> {
    const reading = this.of(opened);
    const { kind, unrated, blocked } = await reading.begin(columns ?? (await this.chosen(reading)), batchSize);
    return { kind, unrated, blocked };
  }

  /** Imports a file, and closes it. */
  async import(opened: number, { columns, meaning, signal, onProgress }: WriteOptions): Promise<ImportResult> {
    const reading = this.of(opened);
    this.readings.delete(opened);
    // Another file of this name may have been imported in the meantime.
    const source = { kind: 'import', name: await getSourceName(this.store(), reading.input) } as const;
    return importRead(this.store(), [reading], { source, columns, meaning, signal, onProgress, now: this.now });
  }

  async close(opened: readonly number[]): Promise<void> {
    for (const id of opened) {
      await this.readings.get(id)?.close();
      this.readings.delete(id);
    }
  }

  private of(opened: number): InputReading {
    const reading = this.readings.get(opened);
    if (reading === undefined) throw new Error(`No file is open as ${opened}.`);
    return reading;
  }

  private async chosen({ input }: InputReading): Promise<ChosenColumns | undefined> {
    return chosenBefore(this.store(), { kind: 'import', name: await getSourceName(this.store(), input) });
  }
}
