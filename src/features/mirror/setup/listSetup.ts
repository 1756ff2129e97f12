import * as vscode from 'vscode';
import { parseListAddress } from '../../../core/mirror/list';
import { collectionKey, listId, type ListSubscription, withList } from '../../../core/mirror/subscriptions';
import type { RiskLevel } from '../../../core/records/risk';
import { riskStyle } from '../../shared/format/verdict';
import { foreign, showInputBox, showQuickPick } from '../../shared/ui';
import { AddressInput } from './addressInput';
import { type ListProbe, noSignIn } from './listProbe';
import type { MirrorModel } from '../mirrorModel';
import type { MirrorFeatureParts } from '../mirrorParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { promptPassword, type SignedIn } from './signInPrompt';
import { strings } from '../strings';
import { syncErrorMessage } from '../../../core/mirror/strings';
import type { TaxiiSecrets } from '../taxiiSecrets';

export interface ListSetupParts extends Pick<MirrorFeatureParts, 'settings' | 'notices' | 'commands'> {
  readonly model: MirrorModel;
  readonly secrets: TaxiiSecrets;
  readonly addresses: AddressInput;
  readonly probe: ListProbe;
  /** Syncs a list that was just added. */
  readonly sync: (keys: readonly string[]) => Promise<void>;
}

/**
 * “Add Blocklist from URL…”: its address, its name, and the risk of listed indicators. Nothing is stored before the
 * last answer.
 */
export async function addBlocklist(parts: ListSetupParts): Promise<void> {
  const { settings, notices, commands, model, secrets, addresses, probe } = parts;
  if (settings.current().lookups.mode === 'offline') {
    void notices.offer('information', foreign(syncErrorMessage({ kind: 'offline' })), {
      label: strings.change(),
      run: () => commands.run('threatLookups.changeMode'),
    });
    return;
  }
  const list = await answered(parts);
  if (list === undefined) {
    probe.forget();
    return;
  }
  const { address, signed, title, risk } = list;
  const { signIn, secret } = signed;
  const subscription: ListSubscription = { address, title, signIn, ...(risk === 'unknown' ? {} : { risk }) };
  await secrets.set(address, signIn, secret);
  await model.save(withList(model.subscriptions(), subscription));
  addresses.forget();
  await vscode.commands.executeCommand('threatLookups.mirror.focus');
  await parts.sync([collectionKey(address, listId)]);
}

interface Answers {
  readonly address: string;
  readonly signed: SignedIn;
  readonly title: string;
  readonly risk: RiskLevel;
}

/** All answers; the list was fetched by then. Undefined if a prompt was closed, or where the list exists already. */
async function answered(parts: ListSetupParts): Promise<Answers | undefined> {
  const found = await findList(parts);
  if (found === undefined) return undefined;
  const title = await promptName(found.address);
  if (title === undefined) return undefined;
  const risk = await promptRisk(title);
  return risk === undefined ? undefined : { ...found, title, risk };
}

/** Prompts for an address until there is a list; prompts for credentials only where necessary. */
async function findList(parts: ListSetupParts): Promise<Pick<Answers, 'address' | 'signed'> | undefined> {
  const { notices, model, addresses, probe } = parts;
  let address: string | undefined;
  let signed = noSignIn;
  for (let way: Awaited<ReturnType<ListProbe['fetch']>> = 'address'; way !== undefined;) {
    if (way === 'address') {
      address = await addresses.prompt();
      signed = noSignIn;
    }
    if (address === undefined) return undefined;
    if (model.subscriptions().lists.some((list) => list.address === address)) {
      notices.inform(strings.listExists(formatAddress(address)));
      addresses.forget();
      await parts.sync([collectionKey(address, listId)]);
      return undefined;
    }
    if (way === 'signIn') {
      const entered = await promptPassword(hostOfAddress(address), signed, signed === noSignIn);
      if (entered === undefined) return undefined;
      signed = entered;
    }
    way = await probe.fetch(address, signed);
    if (way === 'here') return { address, signed };
  }
  return undefined;
}

/** The input box for the address of a list; created once, so that it remembers what was typed. */
export function listAddressInput(settings: MirrorFeatureParts['settings']): AddressInput {
  return new AddressInput({
    title: strings.listAddressTitle(),
    prompt: strings.listAddressPrompt(),
    placeHolder: foreign('https://intel.example/lists/domains.txt'),
    read: (text) => parseListAddress(text, { allowHttp: settings.current().allowHttp }),
  });
}

async function promptName(address: string): Promise<string | undefined> {
  const { host, pathname } = new URL(address);
  const file = decodedName(pathname.split('/').findLast((part) => part !== '') ?? '');
  const name = await showInputBox({
    title: strings.listNameTitle(),
    prompt: strings.listNamePrompt(),
    value: file === '' ? host : file,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      typed.trim() === '' ? strings.noName() : typed.length > 200 ? strings.tooLong() : undefined,
  });
  return name?.trim();
}

function decodedName(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `unknown` where the list implies no risk. */
async function promptRisk(name: string): Promise<RiskLevel | undefined> {
  const levels: readonly RiskLevel[] = ['high', 'critical', 'medium', 'low', 'none'];
  const items = [
    {
      label: strings.listRiskUnknown(),
      detail: strings.listRiskUnknownDetail(),
      risk: 'unknown' as const,
    },
    ...levels.map((risk) => ({ label: strings.listRiskLevel(riskStyle(risk).icon, riskStyle(risk).label), risk })),
  ];
  const chosen = await showQuickPick(items, {
    title: strings.listRiskTitle(),
    placeHolder: strings.listRiskPlaceholder(name),
    ignoreFocusOut: true,
  });
  return chosen?.risk;
}
