import { createServiceClient, Gateway } from '../../../src/core/api';
import type { ServiceClient } from '../../../src/core/api/client';
import type { QuerySettings } from '../../../src/core/explore';
import * as indicators from '../../../src/core/indicators';
import { AnswerSizes, MemoryRequestLog } from '../../../src/core/lookups';
import type { PlanName } from '../../../src/core/lookups/batchLimit';
import type { FoundRows } from '../../../src/core/records/found';
import type { Subject } from '../../../src/core/records/subject';
import * as results from '../../../src/core/results';
import { type QueryRun, type RunEnd, runQuery } from '../../../src/core/runs';
import { ResultsPanel } from '../../../src/features/results/panel/resultsPanel';
import type { RunResult } from '../../../src/features/results/runs/runner';
import { rowStrings } from '../../../src/features/results/strings';
import { type ResultsAction, toResultsPanel } from '../../../src/webviews/messages/results';
import { exploreResponse } from '../queries';
import type { ReplyFunction } from '../recordingService';
import { type OpenOptions, type PanelPage, type PanelPageOptions, usePanelPage } from './panelPage';

/** The service of the queries. */
export const serviceHost = 'intel.example';
const address = `https://${serviceHost}`;

/** A query for {@link answered}. */
export interface SampleQuery {
  readonly query: string;
  readonly settings?: QuerySettings;
  readonly title?: string;
}

let runCount = 0;

/** A run of a query that hasn't ended, or ended as given. */
export function runOf({ query, settings = {}, title }: SampleQuery, end?: RunEnd): RunResult {
  const run: QueryRun = {
    id: `run ${++runCount}`,
    at: Date.now() - 2_000,
    query,
    settings,
    ...(title === undefined ? {} : { title }),
    origin: { address, host: serviceHost, remote: true },
    ...(end === undefined ? {} : { end }),
  };
  return { run };
}

/** The run of a query that a service answers, as the extension reads its response. No request leaves the process. */
export async function answered(sample: SampleQuery, reply: ReplyFunction = exploreResponse): Promise<RunResult> {
  const gateway = new Gateway({
    fetch: (url, init) => Promise.resolve(responseOf(url, init, reply)),
    baseUrl: address,
    key: () => Promise.resolve(undefined),
    now: Date.now,
    userAgent: 'threat-lookups/test',
  });
  return answeredBy(createServiceClient({ gateway }), sample);
}

/** The run of a query on a service, such as the local one. */
export async function answeredBy(service: ServiceClient, sample: SampleQuery): Promise<RunResult> {
  const { run } = runOf(sample);
  const { type, limit, format } = run.settings;
  const request = {
    query: sample.query,
    ...(type === undefined ? {} : { type }),
    ...(limit === undefined ? {} : { limit }),
    ...(format === undefined ? {} : { format }),
  };
  const { end, finding } = await runQuery(request, {
    service,
    mode: 'onDemand',
    blocked: () => undefined,
    requestLog: new MemoryRequestLog(Date.now),
    sizes: new AnswerSizes(),
    readText: (text) => Promise.resolve(results.readAnswer(text, type ?? 'indicators', Date.now())),
    now: Date.now,
    signal: new AbortController().signal,
  });
  return { run: { ...run, end }, ...(finding === undefined ? {} : { finding }) };
}

/** A run on the local store with these results. */
export function answeredLocally({ query, settings = {} }: SampleQuery, found: FoundRows): RunResult {
  const { run } = runOf({ query, settings });
  const end: RunEnd = { kind: 'answered', millis: 12, count: found.rows.length, unreadable: found.unreadable };
  return {
    run: { ...run, origin: { address: 'local:', host: 'local service', remote: false }, end },
    finding: { found, warnings: [] },
  };
}

function responseOf(url: string, init: RequestInit, reply: ReplyFunction): Response {
  const { pathname, search, searchParams } = new URL(url);
  const answer = reply({
    method: init.method ?? 'GET',
    target: `${pathname}${search}`,
    path: pathname,
    headers: {},
    body: '',
    query: Object.fromEntries(searchParams),
  });
  if (typeof answer === 'string') throw new TypeError('fetch failed');
  const { status = 200, headers, body = '' } = answer;
  const isText = typeof body === 'string';
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': isText ? 'text/plain' : 'application/json', ...headers },
  });
}

/** Requests of the page of results to VS Code, in order. */
export interface ResultsActions {
  readonly acted: { readonly action: ResultsAction; readonly limit: number | undefined }[];
  readonly opened: { readonly subject: Subject; readonly beside: boolean }[];
  /** The texts that were copied to the clipboard. */
  readonly copied: string[];
}

export interface ResultsPageOptions {
  readonly runs: () => readonly RunResult[];
  readonly plan?: PlanName;
  /** Default: {@link serviceHost}. */
  readonly connected?: boolean;
  readonly viewport?: PanelPageOptions['viewport'];
}

/** The panel of results in plain Chromium, with the host that the extension gives it. */
export interface ResultsPage extends ResultsActions {
  readonly panel: PanelPage;
  readonly host: ResultsPanel;
}

/** Like `usePanelPage`, for the panel of results. */
export function useResultsPage(options: ResultsPageOptions, openOptions?: OpenOptions): () => ResultsPage {
  let host: ResultsPanel | undefined;
  const actions: ResultsActions = { acted: [], opened: [], copied: [] };
  const panel = usePanelPage(
    {
      toPage: toResultsPanel,
      ...(options.viewport === undefined ? {} : { viewport: options.viewport }),
      show: ({ panel: webviewPanel, extensionUri, output }) => {
        host = new ResultsPanel(webviewPanel, 'file:///workspace/hunt.explore', options.runs(), {
          tools: indicators,
          results,
          output,
          extensionUri,
          context: () => ({
            now: Date.now(),
            plan: options.plan ?? 'auto',
            serviceHost: options.connected === false ? undefined : serviceHost,
          }),
          act: (_panel, action, limit) => {
            actions.acted.push({ action, limit });
            return Promise.resolve();
          },
          open: (subject, beside) => {
            actions.opened.push({ subject, beside });
            return Promise.resolve();
          },
          copy: (text, count) => {
            actions.copied.push(text);
            return Promise.resolve(rowStrings.copied(count));
          },
        });
        return host;
      },
    },
    openOptions,
  );
  return () => {
    if (host === undefined) throw new Error('The panel is open inside tests and hooks only.');
    return { ...actions, panel: panel(), host };
  };
}
