import * as vscode from 'vscode';
import { parseListAddress } from '../../core/mirror/list';
import {
  collectionKey,
  listId,
  type ListSubscription,
  type MirrorSignIn,
  withList,
} from '../../core/mirror/subscriptions';
import type { RiskLevel } from '../../core/records/risk';
import { riskLook } from '../common/verdict';
import { AddressBox } from './addressBox';
import type { MirrorModel } from './mirrorModel';
import type { MirrorFeatureParts } from './mirrorParts';
import { addressWords, hostOfAddress, offlineSentence } from './mirrorWords';
import { askPassword, type SignedIn } from './signInPick';
import type { TaxiiSecrets } from './taxiiSecrets';

export interface ListSetupParts extends Pick<MirrorFeatureParts, 'settings' | 'notices' | 'commands'> {
  readonly model: MirrorModel;
  readonly secrets: TaxiiSecrets;
  readonly addresses: AddressBox;
  /** Syncs what was added just now. */
  readonly sync: (keys: readonly string[]) => Promise<void>;
}

const title = 'Subscribe to List';

/** “Subscribe to List…”: where it is, what it is called, and what being on it means. Nothing is kept before the last answer. */
export async function subscribeList(parts: ListSetupParts): Promise<void> {
  const { settings, notices, commands, model, secrets, addresses } = parts;
  if (settings.current().lookups.mode === 'offline') {
    void notices.offer('information', offlineSentence, {
      label: 'Change…',
      run: () => commands.run('threatLookups.changeMode'),
    });
    return;
  }
  const address = await addresses.ask();
  if (address === undefined) return;
  if (model.subscriptions().lists.some((list) => list.address === address)) {
    notices.tell(`The list ${addressWords(address)} is there already.`);
    addresses.forget();
    return parts.sync([collectionKey(address, listId)]);
  }
  const signed = await askListSignIn(address);
  if (signed === undefined) return;
  const name = await askName(address);
  if (name === undefined) return;
  const risk = await askRisk(name);
  if (risk === undefined) return;
  const { signIn, secret } = signed;
  const list: ListSubscription = { address, title: name, signIn, ...(risk === 'unknown' ? {} : { risk }) };
  await secrets.set(address, signIn, secret);
  await model.keep(withList(model.subscriptions(), list));
  addresses.forget();
  await vscode.commands.executeCommand('threatLookups.mirror.focus');
  await parts.sync([collectionKey(address, listId)]);
}

/** The box for the address of a list; it is made once, so that it remembers what was typed. */
export function listAddressBox(settings: MirrorFeatureParts['settings']): AddressBox {
  return new AddressBox({
    title: `${title}: Address`,
    prompt: 'A plain list, a CSV file or a STIX bundle',
    placeHolder: 'https://intel.example/lists/domains.txt',
    read: (text) => parseListAddress(text, { allowHttp: settings.current().allowHttp }),
  });
}

async function askListSignIn(address: string): Promise<SignedIn | undefined> {
  const host = hostOfAddress(address);
  const none = { label: '$(unlock) No sign-in' };
  const password = { label: '$(account) User and password…' };
  const chosen = await vscode.window.showQuickPick([none, password], {
    title: `${title}: Sign-In at ${host}`,
    placeHolder: `What goes along goes to ${host} alone`,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  return chosen === none ? { signIn: { kind: 'none' } satisfies MirrorSignIn } : askPassword(host);
}

async function askName(address: string): Promise<string | undefined> {
  const { host, pathname } = new URL(address);
  const file = decodedName(pathname.split('/').findLast((part) => part !== '') ?? '');
  const name = await vscode.window.showInputBox({
    title: `${title}: Name`,
    prompt: 'Hovers name it as their source',
    value: file === '' ? host : file,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' ? 'A list has a name.' : text.length > 200 ? 'This is too long.' : undefined,
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

/** `unknown` where the list shall say nothing of a risk. */
async function askRisk(name: string): Promise<RiskLevel | undefined> {
  const levels: readonly RiskLevel[] = ['high', 'critical', 'medium', 'low', 'none'];
  const items = [
    {
      label: '$(question) Nothing by itself',
      detail: 'What the list says of a risk counts; else the risk stays unknown.',
      risk: 'unknown' as const,
    },
    ...levels.map((risk) => ({ label: `$(${riskLook(risk).icon}) ${riskLook(risk).words}`, risk })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: `${title}: What Being on It Means`,
    placeHolder: `How risky is what “${name}” holds?`,
    ignoreFocusOut: true,
  });
  return chosen?.risk;
}
