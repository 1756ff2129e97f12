import { headerProblem, isHeaderValue } from '../../../core/api/http/headerName';
import type { MirrorSignIn } from '../../../core/mirror/subscriptions';
import {
  foreign,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  type UiPickItem,
  uiSentences,
  type UiText,
} from '../../shared/ui';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { strings } from '../strings';

/** How requests to a server are authenticated, with the secret where it was just entered. */
export interface SignedIn {
  readonly signIn: MirrorSignIn;
  readonly secret?: string;
}

type Choice = 'serviceKey' | 'key' | 'password' | 'bearer' | 'header' | 'query' | 'none' | 'address';
type Item = UiPickItem & { readonly choice: Choice | 'advanced' };

/** User of Basic authorization (api-spec: “Authentication”, TAXII endpoints, 2). */
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
            label: strings.storedKey(host),
            description: strings.userNote(keyUser),
            choice: 'serviceKey' as const,
          },
        ]),
    { label: strings.apiKey(), description: strings.userNote(keyUser), choice: 'key' },
    { label: strings.userAndPassword(), choice: 'password' },
    { label: strings.bearerToken(), description: strings.bearerTokenNote(), choice: 'bearer' },
    { label: strings.keyInHeader(), description: strings.keyInHeaderNote(), choice: 'header' },
    { label: strings.noCredentials(), choice: 'none' },
    { label: strings.advanced(), choice: 'advanced' },
    ...(isNew
      ? [
          {
            label: strings.changeAddress(),
            description: foreign(formatAddress(address)),
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
    case 'none':
      return { signIn: { kind: 'none' } };
    case 'serviceKey':
      return { signIn: { kind: 'basic', user: keyUser, ...(keyOf === undefined ? {} : { keyOf }) } };
    case 'key':
      return withSecret(await promptSecret(host, strings.secretTitle.key(host), secret), {
        kind: 'basic',
        user: keyUser,
      });
    case 'password':
      return promptPassword(host, earlier);
    case 'bearer':
      return withSecret(await promptSecret(host, strings.secretTitle.token(host), secret, isHeaderValue), {
        kind: 'bearer',
      });
    case 'header':
      return promptHeader(host, earlier);
    case 'query':
      return promptQueryKey(host, keyOf, secret);
    case 'address':
      return 'address';
  }
}

/** Ways to sign in that only tests of a server need. */
async function promptAdvanced(host: string): Promise<Choice | undefined> {
  const items: readonly (UiPickItem & { readonly choice: Choice })[] = [
    {
      label: strings.keyInUrl(),
      description: strings.keyInUrlNote(),
      detail: strings.keyInUrlDetail(),
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

/** Prompts for a user and a password, prefilled with `earlier` answers. `isAsked`: the host requires them. */
export async function promptPassword(
  host: string,
  earlier?: SignedIn,
  isRequested = false,
): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const known = signIn?.kind === 'basic' && signIn.user !== keyUser ? signIn.user : '';
  const user = await promptUser(host, known, isRequested);
  return user === undefined
    ? undefined
    : withSecret(await promptSecret(host, strings.secretTitle.password(host), secret), { kind: 'basic', user });
}

/** The answers as a sign-in; undefined if the prompt was closed. */
export function withSecret(secret: string | undefined, signIn: MirrorSignIn): SignedIn | undefined {
  return secret === undefined ? undefined : { signIn, secret };
}

async function promptUser(host: string, value: string, isRequired: boolean): Promise<string | undefined> {
  const user = await showInputBox({
    title: strings.userTitle(host),
    prompt: uiSentences(isRequired ? strings.userRequired(host) : undefined, strings.userPrompt()),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return strings.noUser();
      return text.includes(':') ? strings.userWithColon() : undefined;
    },
  });
  return user?.trim();
}

/** Prompts for a secret that can't be empty; undefined if the prompt was closed. */
export async function promptSecret(
  host: string,
  title: UiText,
  value = '',
  fits: (text: string) => boolean = () => true,
): Promise<string | undefined> {
  const secret = await showInputBox({
    title,
    value,
    prompt: strings.secretPrompt(host),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (text.trim() === '') return strings.noSecret();
      if (text.length > 4_096) return strings.tooLong();
      return fits(text.trim()) ? undefined : strings.notAscii();
    },
  });
  return secret?.trim();
}

/** Prompts for a header and the key in it. */
export async function promptHeader(host: string, earlier: SignedIn | undefined): Promise<SignedIn | undefined> {
  const { signIn, secret } = earlier ?? {};
  const typed = await showInputBox({
    title: strings.headerTitle(host),
    prompt: strings.headerPrompt(),
    placeHolder: foreign('X-Api-Key'),
    value: signIn?.kind === 'header' ? signIn.name : '',
    ignoreFocusOut: true,
    validateInput: (text) => headerProblemMessage(text.trim()),
  });
  const name = typed?.trim();
  return name === undefined
    ? undefined
    : withSecret(await promptSecret(host, strings.secretTitle.header(host, name), secret, isHeaderValue), {
        kind: 'header',
        name,
      });
}

function headerProblemMessage(name: string) {
  switch (headerProblem(name)) {
    case undefined:
      return undefined;
    case 'empty':
      return strings.noHeader();
    case 'syntax':
      return strings.badHeader();
    case 'reserved':
      return strings.reservedHeader(name);
  }
}

async function promptQueryKey(
  host: string,
  keyOf: string | undefined,
  earlier: string | undefined,
): Promise<SignedIn | undefined> {
  const go = strings.useForTesting();
  const agreed = await showWarningMessage(
    strings.keyInUrlQuestion(host),
    {
      modal: true,
      detail: strings.keyInUrlWarning(),
    },
    go,
  );
  if (agreed !== go) return undefined;
  if (keyOf !== undefined) return { signIn: { kind: 'query', keyOf } };
  return withSecret(await promptSecret(host, strings.secretTitle.key(host), earlier), { kind: 'query' });
}
