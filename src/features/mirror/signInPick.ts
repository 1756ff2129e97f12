import * as vscode from 'vscode';
import type { MirrorSignIn } from '../../core/mirror/subscriptions';
import { visibleText } from '../common/visibleText';
import { addressWords, hostOfAddress } from './mirrorWords';

/** How a server is signed in to, with the secret where it was typed just now. */
export interface SignedIn {
  readonly signIn: MirrorSignIn;
  readonly secret?: string;
}

type Choice = 'serviceKey' | 'key' | 'password' | 'query' | 'none' | 'address';
type Item = vscode.QuickPickItem & { readonly choice: Choice };

/** User of Basic authorization (api-spec: “Authentication”, TAXII endpoints, 2). */
const keyUser = 'taxii2';

export interface SignInQuestion {
  /** A service at the same origin whose key is stored. */
  readonly keyOf: string | undefined;
  /** What was answered before: its user and secret stand in the boxes. */
  readonly earlier: SignedIn | undefined;
  /** The address may still be another one. */
  readonly isNew: boolean;
}

/** Asks how to sign in at an address; `address` where that is to be another one. */
export async function askSignIn(
  address: string,
  { keyOf, earlier, isNew }: SignInQuestion,
): Promise<SignedIn | 'address' | undefined> {
  const host = hostOfAddress(address);
  const secret = earlier?.secret;
  const items: readonly Item[] = [
    ...(keyOf === undefined
      ? []
      : [
          {
            label: `$(key) The key stored for ${host}`,
            description: `user ${keyUser}`,
            choice: 'serviceKey' as const,
          },
        ]),
    { label: '$(key) API key…', description: `user ${keyUser}`, choice: 'key' },
    { label: '$(account) User and password…', choice: 'password' },
    { label: '$(unlock) No sign-in', choice: 'none' },
    {
      label: '$(beaker) Key in the address…',
      description: 'for tests only',
      detail: 'Key and media type stand in the address of each request, where proxies and logs of servers show them.',
      choice: 'query',
    },
    ...(isNew
      ? [
          {
            label: '$(arrow-left) Other Address…',
            description: addressWords(address),
            choice: 'address' as const,
          },
        ]
      : []),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: `TAXII Server ${host}: Sign-In`,
    placeHolder: `What goes along goes to ${host} alone`,
    ignoreFocusOut: true,
  });
  switch (chosen?.choice) {
    case undefined:
      return undefined;
    case 'none':
      return { signIn: { kind: 'none' } };
    case 'serviceKey':
      return { signIn: { kind: 'basic', user: keyUser, ...(keyOf === undefined ? {} : { keyOf }) } };
    case 'key':
      return withSecret(await askSecret(host, 'API Key', secret), { kind: 'basic', user: keyUser });
    case 'password':
      return askPassword(host, earlier);
    case 'query':
      return askQuery(host, keyOf, secret);
    case 'address':
      return 'address';
  }
}

/** Asks for a user and a password; what was answered `earlier` stands in the boxes. `isAsked`: the host wants them. */
export async function askPassword(host: string, earlier?: SignedIn, isAsked = false): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const known = signIn?.kind === 'basic' && signIn.user !== keyUser ? signIn.user : '';
  const user = await askUser(host, known, isAsked ? `${visibleText(host)} asks for a user and a password. ` : '');
  return user === undefined
    ? undefined
    : withSecret(await askSecret(host, 'Password', secret), { kind: 'basic', user });
}

function withSecret(secret: string | undefined, signIn: MirrorSignIn): SignedIn | undefined {
  return secret === undefined ? undefined : { signIn, secret };
}

async function askUser(host: string, value: string, why: string): Promise<string | undefined> {
  const user = await vscode.window.showInputBox({
    title: `User at ${host}`,
    prompt: `${why}The password is asked for next`,
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'A user has a name.';
      return text.includes(':') ? 'A user name holds no colon.' : undefined;
    },
  });
  return user?.trim();
}

/** Asks for a secret that can't be empty; nothing where it was left. */
async function askSecret(host: string, what: string, value = ''): Promise<string | undefined> {
  const secret = await vscode.window.showInputBox({
    title: `${what} for ${host}`,
    value,
    prompt: `Kept in your system's key chain and sent to ${visibleText(host)} alone`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return 'It is empty. Where no secret is needed, go back and choose “No sign-in”.';
      return text.length > 4_096 ? 'This is longer than it can be.' : undefined;
    },
  });
  return secret?.trim();
}

async function askQuery(
  host: string,
  keyOf: string | undefined,
  earlier: string | undefined,
): Promise<SignedIn | undefined> {
  const go = 'Use for Tests';
  const agreed = await vscode.window.showWarningMessage(
    `Put the key into the address of each request to ${host}?`,
    {
      modal: true,
      detail:
        'Proxies on the way and logs of the server show addresses. It is meant for tests; signing in with user and key gives the same answers.',
    },
    go,
  );
  if (agreed !== go) return undefined;
  if (keyOf !== undefined) return { signIn: { kind: 'query', keyOf } };
  return withSecret(await askSecret(host, 'API Key', earlier), { kind: 'query' });
}
