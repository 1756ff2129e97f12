import { headerProblem, isHeaderValue } from '../../../core/api/http/headerName';
import type { MirrorSignIn } from '../../../core/sync/subscriptions';
import {
  untrusted,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  type UiPickItem,
  uiSentences,
  type UiText,
} from '../../shared/ui';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { strings } from '../strings';
import { uiText, icon } from '../../shared/ui/text';

/** How requests to a server are authenticated, with the secret where it was just entered. */
export interface SignedIn {
  readonly signIn: MirrorSignIn;
  readonly secret?: string;
}

/** Ways to sign in to any host. */
type Way = 'password' | 'bearer' | 'header' | 'none';
type Choice = Way | 'serviceKey' | 'key' | 'query' | 'address';
type Item = UiPickItem & { readonly choice: Choice | 'advanced' };

/** User of Basic authorization (lookup API: “Authentication”). */
const keyUser = 'taxii2';

export interface SignInPrompt {
  /** A service at the same origin whose key is stored. */
  readonly keyOf: string | undefined;
  /** The previous answers: user and secret are prefilled. */
  readonly earlier: SignedIn | undefined;
  /** The address may still change. */
  readonly isNew: boolean;
}

/** Prompts for the authentication at an address; `address` to change the address. */
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
            label: uiText('{0} Saved API key for {1}', icon('key'), host),
            description: strings.userNote(keyUser),
            choice: 'serviceKey' as const,
          },
        ]),
    { label: uiText('{0} API key…', icon('key')), description: strings.userNote(keyUser), choice: 'key' },
    ...wayItems(['password', 'bearer', 'header', 'none']),
    { label: uiText('{0} Advanced…', icon('settings')), choice: 'advanced' },
    ...(isNew
      ? [
          {
            label: uiText('{0} Change URL…', icon('arrow-left')),
            description: untrusted(formatAddress(address)),
            choice: 'address' as const,
          },
        ]
      : []),
  ];
  const chosen = await showQuickPick(items, {
    title: strings.credentialsTitle(host),
    placeHolder: strings.credentialsPlaceholder(host),
    ignoreFocusOut: true,
  });
  const choice = chosen?.choice === 'advanced' ? await promptAdvanced(host) : chosen?.choice;
  switch (choice) {
    case undefined:
      return undefined;
    case 'serviceKey':
      return { signIn: { kind: 'basic', user: keyUser, keyOf } };
    case 'key':
      return withSecret(await promptSecret(host, strings.secretTitle.key(host), secret), {
        kind: 'basic',
        user: keyUser,
      });
    case 'query':
      return promptQueryKey(host, keyOf, secret);
    case 'address':
      return 'address';
    default:
      return promptWay(choice, host, earlier);
  }
}

/** Ways to sign in, in this order. */
export function wayItems(ways: readonly Way[]): readonly (UiPickItem & { readonly choice: Way })[] {
  const items: Readonly<Record<Way, UiPickItem>> = {
    password: { label: uiText('{0} User name and password…', icon('account')) },
    bearer: {
      label: uiText('{0} Bearer token…', icon('key')),
      description: uiText('in the Authorization header'),
    },
    header: {
      label: uiText('{0} API key in a header…', icon('key')),
      description: uiText('for example X-Api-Key'),
    },
    none: { label: uiText('{0} No authentication', icon('unlock')) },
  };
  return ways.map((choice) => ({ ...items[choice], choice }));
}

/** Prompts for credentials, prefilled with `earlier` answers. `isRequested`: the host requires user and password. */
export async function promptWay(
  way: Way,
  host: string,
  earlier: SignedIn | undefined,
  isRequested = false,
): Promise<SignedIn | undefined> {
  switch (way) {
    case 'none':
      return { signIn: { kind: 'none' } };
    case 'password':
      return promptPassword(host, earlier, isRequested);
    case 'bearer':
      return withSecret(await promptSecret(host, strings.secretTitle.token(host), earlier?.secret, isHeaderValue), {
        kind: 'bearer',
      });
    case 'header':
      return promptHeader(host, earlier);
  }
}

/** Ways to sign in that only tests of a server need. */
async function promptAdvanced(host: string): Promise<Choice | undefined> {
  const items: readonly (UiPickItem & { readonly choice: Choice })[] = [
    {
      label: uiText('{0} API key in the URL…', icon('beaker')),
      description: uiText('for testing only'),
      detail: uiText('The key can appear in proxy and server logs.'),
      choice: 'query',
    },
  ];
  const chosen = await showQuickPick(items, {
    title: strings.credentialsTitle(host),
    placeHolder: strings.credentialsPlaceholder(host),
    ignoreFocusOut: true,
  });
  return chosen?.choice;
}

async function promptPassword(
  host: string,
  earlier: SignedIn | undefined,
  isRequested: boolean,
): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const known = signIn?.kind === 'basic' && signIn.user !== keyUser ? signIn.user : '';
  const user = await promptUser(host, known, isRequested);
  return user === undefined
    ? undefined
    : withSecret(await promptSecret(host, uiText('Password for {0}', host), secret), { kind: 'basic', user });
}

/** The answers as a sign-in; undefined if the prompt was closed. */
function withSecret(secret: string | undefined, signIn: MirrorSignIn): SignedIn | undefined {
  return secret === undefined ? undefined : { signIn, secret };
}

async function promptUser(host: string, value: string, isRequired: boolean): Promise<string | undefined> {
  const user = await showInputBox({
    title: uiText('User Name for {0}', host),
    prompt: uiSentences(
      isRequired ? uiText('{0} requires a user name and password.', host) : undefined,
      uiText("You'll enter the password next"),
    ),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return uiText('Enter a user name.');
      return text.includes(':') ? uiText("A user name can't contain a colon.") : undefined;
    },
  });
  return user?.trim();
}

/** Prompts for a secret that can't be empty; undefined if the prompt was closed. */
async function promptSecret(
  host: string,
  title: UiText,
  value = '',
  fits: (text: string) => boolean = () => true,
): Promise<string | undefined> {
  const secret = await showInputBox({
    title,
    value,
    prompt: uiText('Saved in your system keychain and sent only to {0}', host),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '')
        return uiText('Enter a value. If none is required, go back and select No authentication.');
      if (text.length > 4_096) return uiText('This value is too long.');
      return fits(text.trim()) ? undefined : uiText('Use only ASCII characters without line breaks.');
    },
  });
  return secret?.trim();
}

/** Prompts for a header and the key in it. */
async function promptHeader(host: string, earlier: SignedIn | undefined): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const typed = await showInputBox({
    title: uiText('Header for {0}', host),
    prompt: uiText("Header name from the server's documentation. You'll enter its value next"),
    placeHolder: untrusted('X-Api-Key'),
    value: signIn?.kind === 'header' ? signIn.name : '',
    ignoreFocusOut: true,
    validateInput: (text) => headerProblemMessage(text.trim()),
  });
  const name = typed?.trim();
  return name === undefined
    ? undefined
    : withSecret(await promptSecret(host, uiText('Value of {1} for {0}', host, name), secret, isHeaderValue), {
        kind: 'header',
        name,
      });
}

function headerProblemMessage(name: string) {
  switch (headerProblem(name)) {
    case undefined:
      return undefined;
    case 'empty':
      return uiText('Enter a header name.');
    case 'syntax':
      return uiText('A header name can contain letters, digits, and hyphens, but no colon or spaces.');
    case 'reserved':
      return strings.reservedHeader(name);
  }
}

async function promptQueryKey(
  host: string,
  keyOf: string | undefined,
  earlier: string | undefined,
): Promise<SignedIn | undefined> {
  const go = uiText('Use Anyway');
  const agreed = await showWarningMessage(
    uiText('Include the API key in the URL of each request to {0}?', host),
    {
      modal: true,
      detail: uiText(
        'Proxies and servers may log URLs. Use this only for testing; signing in with a user name and key gives the same data.',
      ),
    },
    go,
  );
  if (agreed !== go) return undefined;
  if (keyOf !== undefined) return { signIn: { kind: 'query', keyOf } };
  return withSecret(await promptSecret(host, strings.secretTitle.key(host), earlier), { kind: 'query' });
}
