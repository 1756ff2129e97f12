import { headerProblem, isHeaderValue } from '../../core/api/headerName';
import type { MirrorSignIn } from '../../core/mirror/subscriptions';
import { visibleText } from '../common/visibleText';
import { foreign, showInputBox, showQuickPick, showWarningMessage, type UiPickItem, uiText } from '../common/ui';
import { formatAddress, hostOfAddress } from './mirrorLabels';

/** How a server is signed in to, with the secret where it was typed just now. */
export interface SignedIn {
  readonly signIn: MirrorSignIn;
  readonly secret?: string;
}

type Choice = 'serviceKey' | 'key' | 'password' | 'bearer' | 'header' | 'query' | 'none' | 'address';
type Item = UiPickItem & { readonly choice: Choice };

/** User of Basic authorization (api-spec: “Authentication”, TAXII endpoints, 2). */
const keyUser = 'taxii2';

export interface SignInPrompt {
  /** A service at the same origin whose key is stored. */
  readonly keyOf: string | undefined;
  /** What was answered before: its user and secret stand in the boxes. */
  readonly earlier: SignedIn | undefined;
  /** The address may still be another one. */
  readonly isNew: boolean;
}

/** Asks how to sign in at an address; `address` where that is to be another one. */
export async function promptSignIn(
  address: string,
  { keyOf, earlier, isNew }: SignInPrompt,
): Promise<SignedIn | 'address' | undefined> {
  const host = hostOfAddress(address);
  const secret = earlier?.secret;
  const items: readonly Item[] = [
    ...(keyOf === undefined
      ? []
      : [
          {
            label: uiText('$(key) The key stored for {0}', host),
            description: uiText('user {0}', keyUser),
            choice: 'serviceKey' as const,
          },
        ]),
    { label: uiText('$(key) API key…'), description: uiText('user {0}', keyUser), choice: 'key' },
    { label: uiText('$(account) User and password…'), choice: 'password' },
    { label: uiText('$(key) Bearer token…'), description: foreign('Authorization: Bearer'), choice: 'bearer' },
    { label: uiText('$(key) Key in a header…'), description: uiText('X-Api-Key, for example'), choice: 'header' },
    { label: uiText('$(unlock) No sign-in'), choice: 'none' },
    {
      label: uiText('$(beaker) Key in the address…'),
      description: uiText('for tests only'),
      detail: uiText(
        'Key and media type stand in the address of each request, where proxies and logs of servers show them.',
      ),
      choice: 'query',
    },
    ...(isNew
      ? [
          {
            label: uiText('$(arrow-left) Other Address…'),
            description: foreign(formatAddress(address)),
            choice: 'address' as const,
          },
        ]
      : []),
  ];
  const chosen = await showQuickPick(items, {
    title: uiText('TAXII Server {0}: Sign-In', host),
    placeHolder: uiText('Credentials are sent only to {0}', host),
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
      return withSecret(await promptSecret(host, 'API Key', secret), { kind: 'basic', user: keyUser });
    case 'password':
      return promptPassword(host, earlier);
    case 'bearer':
      return withSecret(await promptSecret(host, 'Bearer Token', secret, isHeaderValue), { kind: 'bearer' });
    case 'header':
      return promptHeader(host, earlier);
    case 'query':
      return promptQueryKey(host, keyOf, secret);
    case 'address':
      return 'address';
  }
}

/** Asks for a user and a password; what was answered `earlier` stands in the boxes. `isAsked`: the host wants them. */
export async function promptPassword(host: string, earlier?: SignedIn, isAsked = false): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const known = signIn?.kind === 'basic' && signIn.user !== keyUser ? signIn.user : '';
  const user = await promptUser(host, known, isAsked ? `${visibleText(host)} asks for a user and a password. ` : '');
  return user === undefined
    ? undefined
    : withSecret(await promptSecret(host, 'Password', secret), { kind: 'basic', user });
}

function withSecret(secret: string | undefined, signIn: MirrorSignIn): SignedIn | undefined {
  return secret === undefined ? undefined : { signIn, secret };
}

async function promptUser(host: string, value: string, why: string): Promise<string | undefined> {
  const user = await showInputBox({
    title: uiText('User at {0}', host),
    prompt: uiText('{0}The password is asked for next', why),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return uiText('Enter a user name.');
      return text.includes(':') ? uiText("A user name can't contain a colon.") : undefined;
    },
  });
  return user?.trim();
}

/** Asks for a secret that can't be empty; nothing where it was left. */
async function promptSecret(
  host: string,
  what: string,
  value = '',
  fits: (text: string) => boolean = () => true,
): Promise<string | undefined> {
  const secret = await showInputBox({
    title: uiText('{0} for {1}', what, host),
    value,
    prompt: uiText("Kept in your system's key chain and sent to {0} alone", visibleText(host)),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return uiText('It is empty. Where no secret is needed, go back and choose “No sign-in”.');
      if (text.length > 4_096) return uiText('This is too long.');
      return fits(text.trim()) ? undefined : uiText('It can contain only ASCII characters, and no line breaks.');
    },
  });
  return secret?.trim();
}

async function promptHeader(host: string, earlier: SignedIn | undefined): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const typed = await showInputBox({
    title: uiText('Header for {0}', host),
    prompt: uiText('The name of the header, as the server documents it. Its value is asked for next'),
    placeHolder: foreign('X-Api-Key'),
    value: signIn?.kind === 'header' ? signIn.name : '',
    ignoreFocusOut: true,
    validateInput: (text) => headerProblemMessage(text.trim()),
  });
  const name = typed?.trim();
  return name === undefined
    ? undefined
    : withSecret(await promptSecret(host, `Value of ${name}`, secret, isHeaderValue), { kind: 'header', name });
}

function headerProblemMessage(name: string) {
  switch (headerProblem(name)) {
    case undefined:
      return undefined;
    case 'empty':
      return uiText('Enter the name of a header.');
    case 'syntax':
      return uiText('The name of a header is made of letters, digits, and hyphens, without a colon or spaces.');
    case 'reserved':
      return uiText(
        "{0} is reserved for other purposes and can't carry a key. Enter the name that the server documents.",
        name,
      );
  }
}

async function promptQueryKey(
  host: string,
  keyOf: string | undefined,
  earlier: string | undefined,
): Promise<SignedIn | undefined> {
  const go = uiText('Use for Tests');
  const agreed = await showWarningMessage(
    uiText('Put the key into the address of each request to {0}?', host),
    {
      modal: true,
      detail: uiText(
        'Proxies on the way and logs of the server show addresses. It is meant for tests; signing in with user and key gives the same answers.',
      ),
    },
    go,
  );
  if (agreed !== go) return undefined;
  if (keyOf !== undefined) return { signIn: { kind: 'query', keyOf } };
  return withSecret(await promptSecret(host, 'API Key', earlier), { kind: 'query' });
}
