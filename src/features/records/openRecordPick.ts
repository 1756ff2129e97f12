import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/identity/types';
import type { FoundName, SimilarNames, RecentRecord } from '../../core/records/recent';
import type { RiskLevel } from '../../core/records/risk';
import type { GroupSubject, Subject } from '../../core/records/subject';
import type { StoreProblem } from '../../core/records/problems/storeProblem';
import { categoryLabel } from '../../core/records/labels/categoryLabel';
import type { IndicatorTools } from '../shared/indicators/indicatorTools';
import { formatStoreProblem } from '../shared/format/formatStoreProblem';
import { createQuickPick, untrusted, type UiButton, uiList, type UiPickItem, type UiText } from '../shared/ui';
import { subjectIcon, subjectTitle } from './subjectLabel';
import { knownReadings, type Reading, readTyped, type TypedError } from './typedSubject';
import { localSource } from '../../core/records/sourceId';
import { unsupportedMessages } from '../shared/indicators/unsupportedInput';
import { icon, uiText } from '../shared/ui/text';
import { formatAge } from '../../l10n';
import { riskStyle, typeLabel } from '../../core/records/labels/verdict';
import { truncateText, visibleText } from '../../core/text/visibleText';

/** The user's choice: a subject to open, or the ID of an indicator and the place to look it up. */
export type Picked =
  | { readonly kind: 'subject'; readonly subject: Subject }
  | { readonly kind: 'iid'; readonly iid: number; readonly from: typeof localSource | 'service' }
  /** A remedy for a local store that can't be read. */
  | { readonly kind: 'command'; readonly command: 'threatLookups.showDetails' | 'threatLookups.updateExtension' };

export interface OpenRecordParts {
  readonly tools: IndicatorTools;
  readonly recent: () => Promise<readonly RecentRecord[]>;
  readonly names: (text: string) => Promise<readonly FoundName[]>;
  readonly near: (text: string) => Promise<SimilarNames>;
  /** Why one of the previous three could not read the local store, if so. */
  readonly storeProblem: () => StoreProblem | undefined;
  /** True if no available source knows the threat or feed. Sends nothing. */
  readonly isUnknown: (subject: GroupSubject) => Promise<boolean>;
  /** The current local risk of an indicator. */
  readonly riskOf: (indicator: Indicator) => RiskLevel | undefined;
  /** The host of the connected service, if it may be queried on a click. */
  readonly host: () => string | undefined;
  readonly now: () => number;
}

type Item = UiPickItem & { readonly choice?: Picked };

const maxRecentShown = 30;
/** Previous lists that a key press may still refer to: each typed letter creates one. */
const maxPreviousLists = 40;

/**
 * Asks which record to open: by value, ID or name, or a recent one. If it is unknown, the question stays open and shows
 * similar names. Undefined if the user canceled.
 */
export async function pickRecord(parts: OpenRecordParts): Promise<Picked | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = uiText('Open Record');
  pick.placeholder = uiText('Enter an indicator, the name of a threat or feed, or an ID such as tid 12');
  pick.matchOnDescription = true;
  const recent = recentItems(await parts.recent(), parts);
  let turn = 0;
  let before: readonly (readonly Item[])[] = [];
  const list = (items: readonly Item[]): void => {
    before = [pick.items, ...before].slice(0, maxPreviousLists);
    pick.items = items;
  };
  const show = async (text: string): Promise<void> => {
    const own = ++turn;
    if (text.trim() === '') {
      list([...storeErrorItems(parts.storeProblem()), ...recent.slice(0, maxRecentShown)]);
      return;
    }
    const typed = typedItems(text, parts);
    list([...typed, ...storeErrorItems(parts.storeProblem()), ...recent]);
    const names = text.replace(/^\s*(?:threat|feed|tid|fid)[\s:#]+/i, '');
    const found = names.trim().length < 2 ? [] : await parts.names(names.trim().slice(0, 300));
    if (own !== turn || found.length === 0) return;
    list([...foundItems(found), ...knownReadings(typed, groupKindOf, text, found), ...recent]);
  };
  const accept = async (choice: Picked): Promise<Picked | undefined> => {
    const own = ++turn;
    const subject = choice.kind === 'subject' && choice.subject.kind !== 'indicator' ? choice.subject : undefined;
    // Found and recent subjects have a source that knows them.
    if (subject === undefined || subject.source !== '') return choice;
    pick.busy = true;
    try {
      if (!(await parts.isUnknown(subject))) return choice;
      const near = await parts.near(subject.name ?? '');
      if (own === turn) list(unknownItems(subject, near, parts));
      return undefined;
    } finally {
      if (own === turn) pick.busy = false;
    }
  };
  try {
    return await new Promise<Picked | undefined>((resolve, reject) => {
      pick.onDidChangeValue((text) => void show(text));
      pick.onDidAccept(() => {
        const [selected] = pick.selectedItems;
        const choice = selected && resolvePickedItem(selected, pick.items, before, pick.value).choice;
        if (choice === undefined) return;
        accept(choice).then((picked) => {
          if (picked !== undefined) resolve(picked);
        }, reject);
      });
      pick.onDidHide(() => resolve(undefined));
      void show('');
      pick.show();
    });
  } finally {
    turn++;
    pick.dispose();
  }
}

function groupKindOf({ choice }: Item): GroupSubject['kind'] | undefined {
  return choice?.kind === 'subject' && choice.subject.kind !== 'indicator' ? choice.subject.kind : undefined;
}

/** Shows the recent records; `clear` if the user clears them. */
export async function pickRecent(parts: OpenRecordParts): Promise<Subject | 'clear' | 'none' | undefined> {
  const items = recentItems(await parts.recent(), parts);
  if (items.length === 0) return 'none';
  const clear: UiButton = {
    iconPath: new vscode.ThemeIcon('clear-all'),
    tooltip: uiText('Clear Recent Records'),
  };
  const pick = createQuickPick<Item>();
  pick.title = uiText('Recent Records');
  pick.placeholder = uiText('Select a record to reopen');
  pick.matchOnDescription = true;
  pick.items = items;
  pick.buttons = [clear];
  try {
    return await new Promise((resolve) => {
      pick.onDidTriggerButton(() => resolve('clear'));
      pick.onDidAccept(() => {
        const picked = pick.selectedItems[0]?.choice;
        if (picked?.kind === 'subject') resolve(picked.subject);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function recentItems(
  recent: readonly RecentRecord[],
  { tools, now, riskOf }: Pick<OpenRecordParts, 'tools' | 'now' | 'riskOf'>,
): readonly Item[] {
  return recent.map(({ subject, at, risk }) => {
    const today = subject.kind === 'indicator' ? (riskOf(subject) ?? risk) : risk;
    return {
      label: uiText('{0} {1}', icon(subjectIcon(subject.kind)), subjectTitle(subject, tools)),
      description: uiList(riskItem(today), uiText('opened {0}', formatAge(at, now()))),
      choice: { kind: 'subject', subject },
    };
  });
}

function riskItem(risk: RiskLevel | undefined): UiText | undefined {
  if (risk === undefined) return undefined;
  const style = riskStyle(risk);
  return uiText('{0} {1}', icon(style.icon), style.label);
}

/** That recent records and names are missing because the local store can't be read, why, and what helps. */
function storeErrorItems(problem: StoreProblem | undefined): readonly Item[] {
  if (problem === undefined) return [];
  const { sentence, remedy } = formatStoreProblem(problem);
  const command = remedy.kind === 'update' ? 'threatLookups.updateExtension' : 'threatLookups.showDetails';
  return [
    {
      label: uiText("$(warning) The local store can't be read"),
      description:
        remedy.kind === 'update'
          ? uiText('recent records and names unavailable; press Enter to update')
          : uiText('recent records and names unavailable; press Enter to show the output'),
      detail: untrusted(sentence),
      alwaysShow: true,
      choice: { kind: 'command', command },
    },
  ];
}

/** That the subject was not found, and similar names. */
function unknownItems(
  subject: GroupSubject,
  { names, indicators }: SimilarNames,
  { tools, riskOf }: OpenRecordParts,
): readonly Item[] {
  const always = { alwaysShow: true } as const;
  const title = subjectTitle(subject, tools);
  const label =
    subject.name === undefined
      ? uiText('$(circle-slash) {0} not found', title)
      : subject.kind === 'threat'
        ? uiText('$(circle-slash) No threat named “{0}” found', title)
        : uiText('$(circle-slash) No feed named “{0}” found', title);
  const similar: readonly Item[] = [
    ...foundItems(names),
    ...indicators.map((indicator): Item => {
      const known: Subject = { kind: 'indicator', type: indicator.type, value: indicator.value };
      return {
        label: uiText('{0} {1}', icon(subjectIcon('indicator')), subjectTitle(known, tools)),
        description: uiList(riskItem(riskOf(indicator)), untrusted(typeLabel(indicator.type))),
        choice: { kind: 'subject', subject: known },
      };
    }),
  ];
  return [
    { ...always, label, description: uiText('no service was queried') },
    ...(similar.length === 0 ? [] : [{ label: uiText('Similar names'), kind: vscode.QuickPickItemKind.Separator }]),
    ...similar.map((item) => ({ ...item, ...always })),
  ];
}

function foundItems(found: readonly FoundName[]): readonly Item[] {
  return found.map(({ kind, id, name, category, organization }) => {
    const subject: Subject =
      kind === 'threat'
        ? { kind, source: localSource, tid: id, name }
        : { kind, source: localSource, fid: id, name, organization };
    return {
      label: uiText('{0} {1}', icon(subjectIcon(kind)), truncateText(visibleText(name), 100)),
      description: uiList(
        kind === 'threat' ? uiText('threat') : uiText('feed'),
        untrusted(category === undefined ? undefined : categoryLabel(category)),
        untrusted(organization),
      ),
      choice: { kind: 'subject', subject },
    };
  });
}

function typedErrorMessage(error: TypedError): UiText {
  switch (error.kind) {
    case 'tooLong':
      return uiText('The text is too long for an indicator or a name.');
    case 'invalidNumber':
      return uiText('An ID is a positive whole number.');
    case 'invalidName':
      return error.group === 'threat'
        ? uiText("This isn't a valid threat name.")
        : uiText("This isn't a valid feed name.");
    case 'hash':
    case 'network':
      return unsupportedMessages[error.kind]();
    case 'notRecognized':
      return uiText("This isn't an indicator or a name.");
  }
}

/** The interpretations of the typed text; always shown, since VS Code's own filter must not hide them. */
function typedItems(text: string, parts: OpenRecordParts): readonly Item[] {
  const read = readTyped(text, (typed) => parts.tools.parseIndicator(typed));
  const always = { alwaysShow: true } as const;
  if (read.kind === 'invalid')
    return [{ ...always, label: uiText('{0} {1}', icon('circle-slash'), typedErrorMessage(read.error)) }];
  return read.readings.flatMap((reading) => readingItems(reading, parts)).map((item) => ({ ...item, ...always }));
}

function readingItems(reading: Reading, { tools, host }: OpenRecordParts): readonly Item[] {
  switch (reading.kind) {
    case 'indicator': {
      const { type, value } = reading.indicator;
      const subject: Subject = { kind: 'indicator', type, value };
      return [
        {
          label: uiText('$(shield) {0}', subjectTitle(subject, tools)),
          description: untrusted(typeLabel(type)),
          choice: { kind: 'subject', subject },
        },
      ];
    }
    case 'iid': {
      const { iid } = reading;
      const service = host();
      const local: Item = {
        label: uiText('$(shield) Indicator {0}', String(iid)),
        description: uiText('on the local service'),
        choice: { kind: 'iid', iid, from: localSource },
      };
      if (service === undefined) return [local];
      const remote: Item = {
        label: uiText('$(shield) Indicator {0} on {1}', String(iid), visibleText(service)),
        description: uiText('sends the ID to {0}', visibleText(service)),
        choice: { kind: 'iid', iid, from: 'service' },
      };
      return [remote, local];
    }
    case 'group': {
      const { subject } = reading;
      const title = subjectTitle(subject, tools);
      const label =
        subject.name === undefined
          ? uiText('{0} {1}', icon(subjectIcon(subject.kind)), title)
          : subject.kind === 'threat'
            ? uiText('$(bug) Threat “{0}”', title)
            : uiText('$(rss) Feed “{0}”', title);
      return [
        {
          label,
          description: uiText('look up on the service; asks first'),
          choice: { kind: 'subject', subject },
        },
      ];
    }
  }
}

/** The parts of a Quick Pick item that filtering depends on. */
interface Row {
  readonly label: string;
  readonly description?: string;
  readonly alwaysShow?: boolean;
}

/**
 * Returns the item that the user picked, even if the list changed at that moment: VS Code reports the picked item by
 * its index, so that Enter in a list that was just replaced picks another item. An item that the typed text hides can't
 * have been picked; the item at the same index in a list of `before` (the newest first) can, if the text shows it.
 */
export function resolvePickedItem<T extends Row>(
  chosen: T,
  rows: readonly T[],
  before: readonly (readonly T[])[],
  text: string,
): T {
  if (chosen.alwaysShow === true || matchesFilter(chosen, text)) return chosen;
  const index = rows.indexOf(chosen);
  // Items that are always shown belong to the text of their own list.
  const earlier = before.map((list) => list[index]).find((row) => row?.alwaysShow !== true && matchesFilter(row, text));
  return earlier ?? chosen;
}

/** Whether VS Code's filter can show the item: it contains the letters of the text in their order. */
function matchesFilter(row: Row | undefined, text: string): boolean {
  if (row === undefined) return false;
  const { label, description = '' } = row;
  return [label, description].some((words) => matchesInOrder(words.toLowerCase(), text.toLowerCase()));
}

function matchesInOrder(words: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters.replace(/\s+/g, '')) {
    at = words.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
