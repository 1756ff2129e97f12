import * as vscode from 'vscode';
import { offeredSites } from '../../../core/sites/offeredSites';
import { openPage } from '../../../core/sites/openPage';
import { type OfferedPage, getPages } from '../../../core/sites/getPages';
import type { BlockReason } from '../../../core/lookups/types';
import { readSites, type Site, sitePage } from '../../../core/sites/siteTemplates';
import type { Lookups } from '../../../core/lookups/lookups';
import { chooseIndicator, type ChoosingParts } from '../../shared/commands/chooseIndicator';
import { openExternal } from '../../shared/commands/openWebPage';
import type { Commands } from '../../shared/commands/registerCommand';
import type { Memory, Notices } from '../../shared/notices/notices';
import type { SettingsFacade } from '../../shared/settings/settings';
import { omitPassword } from '../../../core/text/omitPassword';
import { truncateIndicator } from '../../shared/text/truncateIndicator';
import { visibleText } from '../../../core/text/visibleText';
import {
  untrusted,
  showInformationMessage,
  showQuickPick,
  showQuickPickMany,
  type UiPickItem,
  type UiText,
  uiLines,
  uiText,
  icon,
  uiPlural,
} from '../../shared/ui';
import { t } from '../../../l10n';
import { reservedMessage } from '../../shared/format/reservedMessage';

/** Dependencies of “Open on Website…”. */
export interface OpenInParts extends ChoosingParts {
  readonly lookups: Pick<Lookups, 'blocked' | 'wouldSend' | 'requestLog'>;
  readonly settings: SettingsFacade;
  readonly memory: Memory;
  readonly commands: Commands;
  readonly notices: Pick<Notices, 'inform' | 'offer'>;
}

/** Provides “Open on Website…”. */
export function startOpenIn(parts: OpenInParts): vscode.Disposable {
  return parts.commands.register('threatLookups.openIn', (target) => openIn(target, parts));
}

interface Choice extends UiPickItem {
  readonly page?: OfferedPage;
  readonly run?: () => Promise<unknown>;
}

/** Templates that the user has agreed to use. */
const agreedKey = 'openIn.agreed';

/** “Open on Website…”: opens a page about an indicator on a site that the user has added. */
async function openIn(argument: unknown, parts: OpenInParts): Promise<void> {
  const { settings, lookups, notices, commands } = parts;
  const target = await chooseIndicator(argument, parts, t('Open on Website'));
  if (target === undefined) return;
  if (settings.current().lookups.mode === 'offline') {
    const change = { label: uiText('Change Lookup Mode…'), run: () => commands.run('threatLookups.changeMode') };
    await notices.offer('information', uiText('Nothing was opened: offline mode is on.'), change);
    return;
  }
  reportInvalidSites(parts);
  const { parseIndicator, defang } = await parts.loadIndicators();
  const found = (): ReturnType<typeof getPages> =>
    getPages({ type: target.type, value: target.value }, sitesOf(parts), { lookups, parse: parseIndicator });
  let current = found();
  if (current.kind === 'pages' && sitesOf(parts).length === 0) {
    if (!(await addSites(parts))) return;
    current = found();
  }
  if (current.kind === 'blocked') {
    await notices.offer('information', blockedMessage(current.by));
    return;
  }
  const name = truncateIndicator(visibleText(defang(omitPassword(target.value))), 80);
  if (current.pages.length === 0) notices.inform(uiText('None of your sites supports {0}.', name));
  const choice = await showQuickPick(choicesOf(current.pages, parts), {
    title: uiText('Open {0} on Website', name),
    placeHolder: uiText('Select a site. It receives the URL shown.'),
    matchOnDescription: true,
  });
  await choice?.run?.();
  if (choice?.page !== undefined) await openPage(choice.page, current.sent, openingPorts(parts));
}

function blockedMessage(by: BlockReason): UiText {
  return by.kind === 'reserved'
    ? untrusted(reservedMessage(by))
    : uiText('Ignored by “{0}”. Ignored indicators are never sent.', by.pattern);
}

function reportInvalidSites({ settings, notices }: OpenInParts): void {
  const { invalid } = readSites(settings.current().sites);
  if (invalid === 0) return;
  notices.inform(
    uiPlural(
      invalid,
      {
        one: '{0} URL in threatLookups.openIn.sites is invalid. Use https and put {1} after the host.',
        other: '{0} URLs in threatLookups.openIn.sites are invalid. Use https and put {1} after the host.',
      },
      '{value}',
    ),
  );
}

function sitesOf({ settings }: OpenInParts): readonly Site[] {
  return readSites(settings.current().sites).sites;
}

function choicesOf(pages: readonly OfferedPage[], parts: OpenInParts): readonly Choice[] {
  return [
    ...pages.map((page) => ({
      label: untrusted(page.name),
      description: untrusted(page.host),
      detail: untrusted(page.url),
      page,
    })),
    { label: uiText(' '), kind: vscode.QuickPickItemKind.Separator },
    { label: uiText('{0} Add Sites…', icon('add')), run: () => addSites(parts) },
    {
      label: uiText('{0} Edit Sites', icon('settings-gear')),
      run: async () =>
        vscode.commands.executeCommand('workbench.action.openSettings', '@id:threatLookups.openIn.sites'),
    },
  ];
}

/** Offers the sites that aren't added yet; true if any was added. Nothing is sent. */
async function addSites(parts: OpenInParts): Promise<boolean> {
  const names = new Set(sitesOf(parts).map(({ name }) => name));
  const items = offeredSites
    .filter(({ name }) => !names.has(name))
    .map((site) => ({ label: untrusted(site.name), description: untrusted(hostsOf(site)), site }));
  if (items.length === 0) {
    parts.notices.inform(uiText("You've added all suggested sites."));
    return false;
  }
  const chosen = await showQuickPickMany(items, {
    title: uiText('Add Sites'),
    placeHolder: uiText('Select sites to offer in “Open on Website…”. Nothing is sent now.'),
  });
  if (chosen === undefined || chosen.length === 0) return false;
  await parts.settings.addSites(chosen.map(({ site: { name, templates } }) => ({ name, ...templates })));
  return true;
}

function hostsOf({ templates }: Site): string {
  const hosts = Object.values(templates).flatMap((template) => sitePage(template, 'x')?.host ?? []);
  return [...new Set(hosts)].join(', ');
}

function openingPorts({ lookups, memory }: OpenInParts): Parameters<typeof openPage>[2] {
  return {
    requestLog: lookups.requestLog,
    agreed: () => {
      const stored: unknown = memory.get(agreedKey);
      return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];
    },
    agree: (templates) => memory.update(agreedKey, templates),
    confirm: async ({ host, url, name }) => {
      const detail = uiLines(
        untrusted(url),
        uiText(' '),
        uiText("Your browser sends this URL to the site. You won't be asked again for “{0}”.", name),
      );
      const answer = await showInformationMessage(
        uiText('Open a page on {0}?', host),
        { modal: true, detail },
        uiText('Open'),
      );
      return answer === uiText('Open');
    },
    open: (url) => openExternal(url),
  };
}
