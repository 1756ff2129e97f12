import * as vscode from 'vscode';
import type { Triaged } from '../../core/triage/assess';
import type { IndicatorTools } from '../common/indicatorTools';
import { fileLabel } from './chosenFiles';
import { goToLocation, type GoToResult } from './goToLocation';
import type { NewTriageEntry } from './triageList';

/** The keys for places work in editors, too, once one was shown. */
const locationContext = 'threatLookups.triagePlace';

/** Where the rows of a panel stand in its files, and which of their places was shown last. */
export class RowLocations {
  private files: readonly (vscode.Uri | undefined)[] = [];
  /** By a row's places, which stay when it is judged anew. */
  private readonly steps = new Map<Triaged['locations'], number>();

  constructor(private readonly tools: Pick<IndicatorTools, 'findIndicatorAt' | 'findIndicators' | 'lookupKey'>) {}

  /** Other rows, with the files that their places name by number. */
  reset(files: readonly (vscode.Uri | undefined)[] = []): void {
    this.files = files;
    this.steps.clear();
  }

  /** The panel has gone. */
  dispose(): void {
    void vscode.commands.executeCommand('setContext', locationContext, undefined);
  }

  /** The name of a file, by its number. */
  fileOf(file: number): string {
    const uri = this.files[file];
    return uri === undefined ? '' : fileLabel(uri);
  }

  /** The first place of a row; undefined where it stands in no file. */
  origin({ locations: [first] }: Triaged): NewTriageEntry['from'] | undefined {
    const uri = first && this.files[first.file];
    if (first === undefined || uri === undefined) return undefined;
    return { kind: 'file', uri: uri.toString(), line: first.line, column: first.column };
  }

  /** Shows the next place of a row (`step` -1: the one before), after the last the first again. Answers what to tell, if anything. */
  async goTo({ indicator, locations, occurrences }: Triaged, step: number): Promise<string | undefined> {
    const last = this.steps.get(locations);
    const next = last === undefined ? 0 : (last + step + locations.length) % Math.max(1, locations.length);
    const location = locations[next];
    const uri = location && this.files[location.file];
    if (location === undefined || uri === undefined) return 'This row names no place in a file.';
    this.steps.set(locations, next);
    void vscode.commands.executeCommand('setContext', locationContext, true);
    const result = await goToLocation(uri, location, indicator, this.tools);
    const count = `Place ${next + 1} of ${occurrences > locations.length ? 'the first ' : ''}${locations.length}`;
    return [
      ...(locations.length === 1 ? [] : [count]),
      ...goToMessages(result, this.fileOf(location.file), location.line),
    ].join(': ');
  }

  /** Shows the first place of a row; further ones begin there. */
  async goToFirst(row: Triaged): Promise<string | undefined> {
    this.steps.delete(row.locations);
    return this.goTo(row, 1);
  }
}

function goToMessages(result: GoToResult, file: string, line: number): readonly string[] {
  switch (result) {
    case 'exact':
      return [];
    case 'nearby':
      return [`${file} has changed since it was read, and this is nearest to where it stood`];
    case 'notFound':
      return [`${file} has changed since it was read, and it stands there no more; “Read Again” reads it anew`];
    case 'notShown':
      return [`VS Code shows line ${line.toLocaleString('en')} of ${file} once the file is open`];
  }
}
