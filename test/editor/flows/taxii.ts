import { viewIds } from '../../../src/features/shared/ids/contributionIds';
import { pattern } from '../../harness/text';
import type { TestWindow } from '../window';
import { uiText, icon } from '../../../src/features/shared/ui/text';

const { sources } = viewIds;

/** Answers to the prompt for credentials: a row, and the texts for its input boxes. */
export interface Credentials {
  readonly kind: RegExp;
  readonly typed?: readonly (readonly [question: RegExp, text: string])[];
}

export const noCredentials: Credentials = { kind: pattern(uiText('{0} No authentication', icon('unlock'))) };
export const apiKey = (key: string): Credentials => ({ kind: /API key…/, typed: [[/API Key for 127/, key]] });
export const userAndPassword = (user: string, password: string): Credentials => ({
  kind: pattern(uiText('{0} User name and password…', icon('account'))),
  typed: [
    [/User Name for 127/, user],
    [/Password for 127/, password],
  ],
});
export const bearerToken = (token: string): Credentials => ({
  kind: pattern(uiText('{0} Bearer token…', icon('key'))),
  typed: [[/Bearer Token for 127/, token]],
});

/** Answers the prompt for credentials. */
export async function signIn(window: TestWindow, { kind, typed = [] }: Credentials): Promise<void> {
  await window.choose(/: Credentials/, kind);
  for (const [question, text] of typed) await window.answer(question, text);
}

/** Starts adding a server, up to the prompt for credentials. */
export async function beginAdding(window: TestWindow, address: string): Promise<void> {
  window.begin('threatLookups.addTaxiiServer');
  await window.answer(pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')), address);
  await window.prompt(/: Credentials/);
}

/** Selects collections to mirror, or all of them. */
export async function selectCollections(window: TestWindow, ...titles: readonly RegExp[]): Promise<void> {
  const prompt = await window.prompt(pattern(uiText('Select collections to keep on this machine')));
  if (titles.length === 0) prompt.checkAll();
  // The only collection of a server is checked already.
  for (const title of titles) if (!prompt.isChecked(title)) prompt.check(title);
  await prompt.accept();
}

/** Adds a server with all of its collections, or some. */
export async function addServer(
  window: TestWindow,
  address: string,
  credentials: Credentials,
  ...titles: readonly RegExp[]
): Promise<void> {
  await beginAdding(window, address);
  await signIn(window, credentials);
  await selectCollections(window, ...titles);
}

/** Waits until the Local Mirrors view matches. */
export function sourcesView(window: TestWindow, matching: RegExp): Promise<string> {
  return window.views.rows(sources, matching);
}

/** The element of a row of the Local Mirrors view. */
export const mirrorElement = (window: TestWindow, label: RegExp | string): unknown =>
  window.views.element(sources, label);
