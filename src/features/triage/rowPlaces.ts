import type * as vscode from 'vscode';
import type { Triaged } from '../../core/triage/judge';
import type { IndicatorTools } from '../common/indicatorTools';
import { fileWords } from './chosenFiles';
import { goToPlace } from './places';
import type { Wanted } from './triageList';

/** Where the rows of a panel stand in its files, and which of their places was shown last. */
export class RowPlaces {
  private files: readonly (vscode.Uri | undefined)[] = [];
  /** By a row's places, which stay when it is judged anew. */
  private readonly steps = new Map<Triaged['places'], number>();

  constructor(private readonly tools: Pick<IndicatorTools, 'findIndicatorAt'>) {}

  /** Other rows, with the files that their places name by number. */
  reset(files: readonly (vscode.Uri | undefined)[] = []): void {
    this.files = files;
    this.steps.clear();
  }

  /** The name of a file, by its number. */
  fileOf(file: number): string {
    const uri = this.files[file];
    return uri === undefined ? '' : fileWords(uri);
  }

  /** The first place of a row; undefined where it stands in no file. */
  origin({ places: [first] }: Triaged): Wanted['from'] | undefined {
    const uri = first && this.files[first.file];
    if (first === undefined || uri === undefined) return undefined;
    return { kind: 'file', uri: uri.toString(), line: first.line, column: first.column };
  }

  /** Shows the next place of a row, after the last the first again; `isFirst`: begins anew. Answers what to tell, if anything. */
  async goTo({ places, occurrences }: Triaged, isFirst: boolean): Promise<string | undefined> {
    const step = isFirst ? 0 : ((this.steps.get(places) ?? -1) + 1) % Math.max(1, places.length);
    const place = places[step];
    const uri = place && this.files[place.file];
    if (place === undefined || uri === undefined) return 'This row names no place in a file.';
    this.steps.set(places, step);
    await goToPlace(uri, place, this.tools);
    if (places.length === 1) return undefined;
    return `Place ${step + 1} of ${occurrences > places.length ? 'the first ' : ''}${places.length}`;
  }
}
