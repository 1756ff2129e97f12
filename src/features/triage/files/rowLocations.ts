import * as vscode from 'vscode';
import type { Triaged } from '../../../core/triage/assess';
import type { IndicatorTools } from '../../shared/indicators/indicatorTools';
import type { Commands } from '../../shared/commands/registerCommand';
import { fileLabel } from './chosenFiles';
import type { UiText } from '../../shared/ui';
import { goToLocation, type GoToResult } from './goToLocation';
import { strings } from '../strings';
import type { NewTriageEntry } from '../triageList';
import { uiText } from '../../shared/ui/text';

/** Enables the keybindings for locations in editors once a location was shown. */
const locationContext = 'threatLookups.triagePlace';

/** The locations of the rows of a panel, and which of them was shown last. */
export class RowLocations {
  private files: readonly (vscode.Uri | undefined)[] = [];
  /** By the locations of a row, which stay the same when it is assessed again. */
  private readonly steps = new Map<Triaged['locations'], number>();

  constructor(
    private readonly tools: Pick<IndicatorTools, 'findIndicatorAt' | 'findIndicators' | 'lookupKey'>,
    private readonly commands: Pick<Commands, 'run'>,
  ) {}

  /** Sets the files that locations refer to by index. */
  reset(files: readonly (vscode.Uri | undefined)[] = []): void {
    this.files = files;
    this.steps.clear();
  }

  dispose(): void {
    void vscode.commands.executeCommand('setContext', locationContext, undefined);
  }

  /** The name of a file by its index. */
  fileOf(file: number): string {
    const uri = this.files[file];
    return uri === undefined ? '' : fileLabel(uri);
  }

  /** The first location of a row; undefined if it isn't in a file. */
  origin({ locations: [first] }: Triaged): NewTriageEntry['from'] | undefined {
    const uri = first && this.files[first.file];
    if (first === undefined || uri === undefined) return undefined;
    return { kind: 'file', uri: uri.toString(), line: first.line, column: first.column };
  }

  /** Shows the next location of a row (`step` -1: the previous one), starting over after the last. Returns a message, if any. */
  async goTo({ indicator, locations, occurrences }: Triaged, step: number): Promise<UiText | undefined> {
    const last = this.steps.get(locations);
    const next = last === undefined ? 0 : (last + step + locations.length) % Math.max(1, locations.length);
    const location = locations.at(next);
    const uri = location && this.files[location.file];
    if (location === undefined || uri === undefined) return uiText('This row has no occurrence in a file.');
    this.steps.set(locations, next);
    void vscode.commands.executeCommand('setContext', locationContext, true);
    const result = await goToLocation(uri, location, indicator, this.tools, this.commands);
    const message = goToMessage(result, this.fileOf(location.file), location.line);
    if (locations.length === 1) return message;
    const label = (occurrences > locations.length ? strings.locationOfFirst : strings.locationOf)(
      next + 1,
      locations.length,
    );
    return message === undefined ? label : strings.locationWith(label, message);
  }

  /** Shows the first location of a row. */
  async goToFirst(row: Triaged): Promise<UiText | undefined> {
    this.steps.delete(row.locations);
    return this.goTo(row, 1);
  }
}

function goToMessage(result: GoToResult, file: string, line: number): UiText | undefined {
  switch (result) {
    case 'exact':
      return undefined;
    case 'nearby':
      return strings.movedNearby(file);
    case 'notFound':
      return strings.notFoundInFile(file);
    case 'notShown':
      return strings.notShown(file, line);
  }
}
