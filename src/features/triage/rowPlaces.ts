import * as vscode from 'vscode';
import type { Triaged } from '../../core/triage/assess';
import type { IndicatorTools } from '../common/indicatorTools';
import { fileWords } from './chosenFiles';
import { goToPlace, type Went } from './places';
import type { Wanted } from './triageList';

/** The keys for places work in editors, too, once one was shown. */
const placeContext = 'threatLookups.triagePlace';

/** Where the rows of a panel stand in its files, and which of their places was shown last. */
export class RowPlaces {
  private files: readonly (vscode.Uri | undefined)[] = [];
  /** By a row's places, which stay when it is judged anew. */
  private readonly steps = new Map<Triaged['places'], number>();

  constructor(private readonly tools: Pick<IndicatorTools, 'findIndicatorAt' | 'findIndicators' | 'lookupKey'>) {}

  /** Other rows, with the files that their places name by number. */
  reset(files: readonly (vscode.Uri | undefined)[] = []): void {
    this.files = files;
    this.steps.clear();
  }

  /** The panel has gone. */
  dispose(): void {
    void vscode.commands.executeCommand('setContext', placeContext, undefined);
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

  /** Shows the next place of a row (`step` -1: the one before), after the last the first again. Answers what to tell, if anything. */
  async goTo({ indicator, places, occurrences }: Triaged, step: number): Promise<string | undefined> {
    const last = this.steps.get(places);
    const next = last === undefined ? 0 : (last + step + places.length) % Math.max(1, places.length);
    const place = places[next];
    const uri = place && this.files[place.file];
    if (place === undefined || uri === undefined) return 'This row names no place in a file.';
    this.steps.set(places, next);
    void vscode.commands.executeCommand('setContext', placeContext, true);
    const went = await goToPlace(uri, place, indicator, this.tools);
    const count = `Place ${next + 1} of ${occurrences > places.length ? 'the first ' : ''}${places.length}`;
    return [...(places.length === 1 ? [] : [count]), ...whatWent(went, this.fileOf(place.file), place.line)].join(': ');
  }

  /** Shows the first place of a row; further ones begin there. */
  async goToFirst(row: Triaged): Promise<string | undefined> {
    this.steps.delete(row.places);
    return this.goTo(row, 1);
  }
}

function whatWent(went: Went, file: string, line: number): readonly string[] {
  switch (went) {
    case 'there':
      return [];
    case 'near':
      return [`${file} has changed since it was read, and this is nearest to where it stood`];
    case 'gone':
      return [`${file} has changed since it was read, and it stands there no more; “Read Again” reads it anew`];
    case 'unseen':
      return [`VS Code shows line ${line.toLocaleString('en')} of ${file} once the file is open`];
  }
}
