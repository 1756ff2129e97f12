import * as vscode from 'vscode';
import type { Decision, Indicator, Occurrence } from '../../../core/indicators/identity/types';
import type { IndicatorTools } from './indicatorTools';
import { proseOrLog } from './proseOrLog';

/** How far a line is read to each side of the pointer, in UTF-16 units; slightly more than `findIndicatorAt` needs. */
const windowRadius = 4352;

/** The part of a line of `length` that a search at `character` needs, so that a line of 10 MB is never copied. */
export function lineWindow(length: number, character: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(0, character - windowRadius), to: Math.min(length, character + windowRadius) };
}

/** An occurrence and its range in the document. */
export interface OccurrenceRange {
  readonly occurrence: Occurrence;
  readonly range: vscode.Range;
  /** The links that contain it, the outermost first. */
  readonly links: readonly Occurrence[];
  /** The rules of docs/reference/detection.md by which it was found, the strongest first; only on request. */
  readonly rules: readonly string[];
}

/**
 * Strings and comments of code depend on everything before them; code is read from the top down to here (UTF-16 units).
 */
const wholeCode = 262_144;
/** Lines below the pointer on which an indicator in a mail can continue. */
const mailLines = 64;

/** The candidates at a position: hovers and commands ask for the same one several times. */
interface Detected {
  readonly version: number;
  readonly languageId: string;
  readonly position: vscode.Position;
  readonly tools: IndicatorTools;
  readonly candidates: readonly Occurrence[];
  /** The offset of the text that was searched. */
  readonly start: number;
  /** Absent unless rules were requested. */
  readonly decisions?: readonly Decision[];
}

/** The result of the last request of each document. */
const detected = new WeakMap<vscode.TextDocument, Detected>();

/** The indicator at a position of any document; reads only a limited part of it, once for each version of the document. */
export function occurrenceAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
  withRules = false,
): OccurrenceRange | undefined {
  const there = detectedAt(document, position, tools, withRules) ?? detect(document, position, tools, withRules);
  const { candidates, start, decisions = [] } = there;
  const offset = document.offsetAt(position) - start;
  // Which names are listed may change at any time.
  const occurrence = tools.indicatorAmong(candidates, offset);
  if (occurrence === undefined) return undefined;
  const rules = decisions.find(({ found, value }) => found && occurrence.value.includes(value))?.rules ?? [];
  const links = tools.linksAround(candidates, occurrence);
  // A link that only leads to the indicator gets the hover of the indicator.
  const isThere = (part: Occurrence): boolean => part.start <= offset && offset <= part.end;
  const shown = isThere(occurrence) ? occurrence : (links.findLast(isThere) ?? occurrence);
  return { occurrence, range: rangeOf(shown, document, start), links, rules };
}

/** All indicators at a position, with their ranges. */
export function occurrencesAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
): readonly Pick<OccurrenceRange, 'occurrence' | 'range'>[] {
  const { candidates, start } =
    detectedAt(document, position, tools, false) ?? detect(document, position, tools, false);
  return candidates.map((occurrence) => ({ occurrence, range: rangeOf(occurrence, document, start) }));
}

function rangeOf({ start, end }: Occurrence, document: vscode.TextDocument, offset: number): vscode.Range {
  return new vscode.Range(document.positionAt(offset + start), document.positionAt(offset + end));
}

/** Returns the last result if it is for this position and the document hasn't changed since. */
function detectedAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
  withRules: boolean,
): Detected | undefined {
  const last = detected.get(document);
  const isSame =
    last?.version === document.version &&
    last.languageId === document.languageId &&
    last.position.isEqual(position) &&
    last.tools === tools &&
    (last.decisions !== undefined || !withRules);
  return isSame ? last : undefined;
}

function detect(
  document: vscode.TextDocument,
  position: vscode.Position,
  tools: IndicatorTools,
  withRules: boolean,
): Detected {
  const { version, languageId } = document;
  const { line, character } = position;
  const { from, to } = lineWindow(document.lineAt(line).range.end.character, character);
  const offset = document.offsetAt(position);
  const isProse = proseOrLog(languageId);
  const isMail = isProse && startsMail(document, tools);
  const fromTop = isMail || (!isProse && offset <= wholeCode);
  const start = fromTop ? 0 : offset - (character - from);
  const end = isMail ? new vscode.Position(line + mailLines, 0) : new vscode.Position(line, to);
  const text = document.getText(new vscode.Range(document.positionAt(start), end));
  const decisions: Decision[] | undefined = withRules ? [] : undefined;
  const explain = decisions && ((decision: Decision): void => void decisions.push(decision));
  const candidates = tools.candidatesAt(text, offset - start, { languageId, explain, encoded: true });
  const found: Detected = { version, languageId, position, tools, candidates, start, decisions };
  detected.set(document, found);
  return found;
}

/** Whether a document is a mail, whose parts can only be decoded when reading from the top. */
function startsMail(document: vscode.TextDocument, tools: IndicatorTools): boolean {
  if (!tools.mayStartMail(document.lineAt(0).text)) return false;
  const head = new vscode.Range(new vscode.Position(0, 0), document.positionAt(tools.mailHeadLength));
  return tools.startsMail(document.getText(head));
}

/** Returns the indicator for commands of the active editor: the selected text if possible, or the one at the cursor. */
export function indicatorUnderCursor(tools: IndicatorTools): Indicator | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  if (!selection.isEmpty && selection.isSingleLine && selection.end.character - selection.start.character <= 8192) {
    const selected = tools.parseIndicator(document.getText(selection));
    if (selected !== undefined) return selected;
  }
  return occurrenceAt(document, selection.active, tools)?.occurrence;
}
