import * as vscode from 'vscode';
import type { Indicator } from '../../core/indicators/types';
import type { FoundName, SimilarNames, RecentRecord } from '../../core/records/recent';
import type { RiskLevel } from '../../core/records/risk';
import type { GroupSubject, Subject } from '../../core/records/subject';
import type { StoreProblem } from '../../core/store/protocol';
import { formatAge } from '../common/ages';
import { categoryLabel } from '../common/categoryLabel';
import type { IndicatorTools } from '../common/indicatorTools';
import { formatStoreProblem } from '../common/formatStoreProblem';
import { riskStyle, typeLabel } from '../common/verdict';
import { truncateText, visibleText } from '../common/visibleText';
import {
  createQuickPick,
  foreign,
  icon,
  type UiButton,
  uiList,
  type UiPickItem,
  type UiText,
  uiText,
} from '../common/ui';
import { resolvePickedItem } from './resolvePickedItem';
import { subjectIcon, subjectTitle } from './subjectLabel';
import { knownReadings, type Reading, readTyped } from './typedSubject';

/** What was chosen: something to open, or an indicator by its number, whom to ask for it included. */
export type Picked =
  | { readonly kind: 'subject'; readonly subject: Subject }
  | { readonly kind: 'iid'; readonly iid: number; readonly from: 'local:' | 'service' }
  /** What helps where the local store can't be read. */
  | { readonly kind: 'command'; readonly command: 'threatLookups.showDetails' | 'threatLookups.updateExtension' };

export interface OpenRecordParts {
  readonly tools: IndicatorTools;
  readonly recent: () => Promise<readonly RecentRecord[]>;
  readonly names: (text: string) => Promise<readonly FoundName[]>;
  readonly near: (text: string) => Promise<SimilarNames>;
  /** What kept one of the last three from reading the local store; undefined where nothing did. */
  readonly storeProblem: () => StoreProblem | undefined;
  /** True where nobody who may be asked knows a threat or feed by that name or number; nothing is sent to find out. */
  readonly isUnknown: (subject: GroupSubject) => Promise<boolean>;
  /** Of an indicator as it is known here now. */
  readonly riskOf: (indicator: Indicator) => RiskLevel | undefined;
  /** The connected service's host where a click may ask it. */
  readonly host: () => string | undefined;
  readonly now: () => number;
}

type Item = UiPickItem & { readonly choice?: Picked };

const maxRecentShown = 30;
/** Earlier lists of rows that a key may still mean: each letter that is typed makes one. */
const maxPreviousLists = 40;

/**
 * Asks which record to open: by value, number or name, or one that was open before. What is not known stays in the question,
 * with what is called nearly so. Undefined where it was left.
 */
export async function pickRecord(parts: OpenRecordParts): Promise<Picked | undefined> {
  const pick = createQuickPick<Item>();
  pick.title = uiText('Open Record');
  pick.placeholder = uiText(
    'A domain, an IP address, a URL; iid, tid or fid with a number; the name of a threat or a feed',
  );
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
    // What was found or opened before has a source, and is known there.
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

/** Shows the records that were open before; `clear` where the user wants them forgotten. */
export async function pickRecent(parts: OpenRecordParts): Promise<Subject | 'clear' | 'none' | undefined> {
  const items = recentItems(await parts.recent(), parts);
  if (items.length === 0) return 'none';
  const clear: UiButton = {
    iconPath: new vscode.ThemeIcon('clear-all'),
    tooltip: uiText('Clear Recent Records'),
  };
  const pick = createQuickPick<Item>();
  pick.title = uiText('Recent Records');
  pick.placeholder = uiText('Which record is to be opened again?');
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
      description: uiList(riskWords(today), uiText('opened {0}', formatAge(at, now()))),
      choice: { kind: 'subject', subject },
    };
  });
}

function riskWords(risk: RiskLevel | undefined): UiText | undefined {
  if (risk === undefined) return undefined;
  const style = riskStyle(risk);
  return uiText('{0} {1}', icon(style.icon), style.label);
}

/** That recent records and names are missing since the local store can't be read, why, and what helps. */
function storeErrorItems(problem: StoreProblem | undefined): readonly Item[] {
  if (problem === undefined) return [];
  const { sentence, remedy } = formatStoreProblem(problem);
  const command = remedy.kind === 'update' ? 'threatLookups.updateExtension' : 'threatLookups.showDetails';
  return [
    {
      label: uiText("$(warning) The local store can't be read"),
      description:
        remedy.kind === 'update'
          ? uiText('no recent records and names; press Enter to update')
          : uiText('no recent records and names; press Enter for details'),
      detail: foreign(sentence),
      alwaysShow: true,
      choice: { kind: 'command', command },
    },
  ];
}

/** That nothing of that name is known, and what is called nearly so. */
function unknownItems(
  subject: GroupSubject,
  { names, indicators }: SimilarNames,
  { tools, riskOf }: OpenRecordParts,
): readonly Item[] {
  const always = { alwaysShow: true } as const;
  const called = subject.name === undefined ? subjectTitle(subject, tools) : `“${subjectTitle(subject, tools)}”`;
  const sentence =
    subject.name === undefined ? `${called} is not known here` : `Nothing is known here of a ${subject.kind} ${called}`;
  const near: readonly Item[] = [
    ...foundItems(names),
    ...indicators.map((indicator): Item => {
      const known: Subject = { kind: 'indicator', type: indicator.type, value: indicator.value };
      return {
        label: uiText('{0} {1}', icon(subjectIcon('indicator')), subjectTitle(known, tools)),
        description: uiList(riskWords(riskOf(indicator)), foreign(typeLabel(indicator.type))),
        choice: { kind: 'subject', subject: known },
      };
    }),
  ];
  return [
    { ...always, label: uiText('$(circle-slash) {0}', sentence), description: uiText('no service was asked') },
    ...(near.length === 0 ? [] : [{ label: uiText('Called nearly so'), kind: vscode.QuickPickItemKind.Separator }]),
    ...near.map((item) => ({ ...item, ...always })),
  ];
}

function foundItems(found: readonly FoundName[]): readonly Item[] {
  return found.map(({ kind, id, name, category, organization }) => {
    const about = [kind, category === undefined ? undefined : categoryLabel(category), organization];
    const by = organization === undefined ? {} : { organization };
    const subject: Subject =
      kind === 'threat' ? { kind, source: 'local:', tid: id, name } : { kind, source: 'local:', fid: id, name, ...by };
    return {
      label: uiText('{0} {1}', icon(subjectIcon(kind)), truncateText(visibleText(name), 100)),
      description: foreign(about.flatMap((part) => (part === undefined ? [] : visibleText(part))).join(' · ')),
      choice: { kind: 'subject', subject },
    };
  });
}

/** What the typed text may mean, always shown: VS Code's own filter is not to hide it. */
function typedItems(text: string, parts: OpenRecordParts): readonly Item[] {
  const read = readTyped(text, (typed) => parts.tools.parseIndicator(typed));
  const always = { alwaysShow: true } as const;
  if (read.kind === 'refused') return [{ ...always, label: uiText('$(circle-slash) {0}', read.why) }];
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
          description: foreign(typeLabel(type)),
          choice: { kind: 'subject', subject },
        },
      ];
    }
    case 'iid': {
      const { iid } = reading;
      const asked = host();
      const here: Item = {
        label: uiText('$(shield) Indicator {0}', iid),
        description: uiText('of the local service'),
        choice: { kind: 'iid', iid, from: 'local:' },
      };
      if (asked === undefined) return [here];
      const there: Item = {
        label: uiText('$(shield) Indicator {0} at {1}', iid, visibleText(asked)),
        description: uiText('sends this number there'),
        choice: { kind: 'iid', iid, from: 'service' },
      };
      return [there, here];
    }
    case 'group': {
      const { subject } = reading;
      const word = subject.kind === 'threat' ? 'Threat' : 'Feed';
      const name = subjectTitle(subject, tools);
      return [
        {
          label: uiText(
            '{0} {1}',
            icon(subjectIcon(subject.kind)),
            subject.name === undefined ? name : `${word} “${name}”`,
          ),
          description: uiText('by number or name; nothing is sent before you say so'),
          choice: { kind: 'subject', subject },
        },
      ];
    }
  }
}
