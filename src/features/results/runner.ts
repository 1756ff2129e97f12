import * as vscode from 'vscode';
import type { ServiceClient } from '../../core/api/client';
import type { QuerySettings } from '../../core/explore';
import { type Finding, type QueryRun, rowsWithoutLinks, runQuery, withLinks } from '../../core/runs';
import { errorDetails } from '../common/errorDetails';
import { confirmWholeUrl } from '../common/confirmWholeUrl';
import type { QueryHistory } from './history';
import type { ResultsParts } from './resultsParts';

/** A query that is to run. */
export interface WantedQuery {
  /** As it is sent. */
  readonly text: string;
  readonly settings: QuerySettings;
  readonly title?: string | undefined;
  /** What of its form is wrong first, in the editor's words, and where in its file (from 0). */
  readonly wrong?: { readonly message: string; readonly line: number; readonly character: number };
}

/** Where a query is to run: `service` is the connected one, or the local one where there is no other. */
export type Where = 'service' | 'local';

/** A run and what it found, once it has ended. */
export interface HeldRun {
  readonly run: QueryRun;
  readonly finding?: Finding;
}

/** How queries are to run. */
export interface RunQueryOptions {
  readonly where: Where;
  /** Although the service has said that nothing is left. */
  readonly anyway?: boolean | undefined;
  /** Told how many bytes of a run's answer have come, a few times a second. */
  readonly onBytes?: (id: string, bytes: number) => void;
}

type Told = (runs: readonly HeldRun[]) => void;

/** Runs queries: those of one file one after the other, and a new wish for a file ends the one before. */
export class QueryRunner implements vscode.Disposable {
  private readonly underWay = new Map<string, AbortController>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Something began or ended. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly parts: ResultsParts,
    private readonly history: QueryHistory,
  ) {}

  /** The files that have a query under way. */
  running(): readonly string[] {
    return [...this.underWay.keys()];
  }

  cancel(file: string): boolean {
    const found = this.underWay.get(file);
    found?.abort();
    return found !== undefined;
  }

  /** The service that a wish goes to. */
  serviceFor(where: Where): ServiceClient {
    return (where === 'local' ? undefined : this.parts.service()) ?? this.parts.local();
  }

  /**
   * Runs queries one after the other and tells how they stand, from the first moment on. Resolves with all of them when
   * the last has ended; undefined where the user, asked about what would leave, said no.
   */
  async start(
    file: string,
    queries: readonly WantedQuery[],
    options: RunQueryOptions,
    tell: Told,
  ): Promise<readonly HeldRun[] | undefined> {
    this.cancel(file);
    const ended = new AbortController();
    this.underWay.set(file, ended);
    this.changed.fire();
    const service = this.serviceFor(options.where);
    try {
      if (!(await this.mayTellUrls(queries, service))) return undefined;
      let runs: readonly HeldRun[] = queries.map((query) => ({ run: begun(query, service) }));
      tell(runs);
      for (const [index, { run }] of runs.entries()) {
        const held = await this.one({ ...run, at: Date.now() }, service, options, ended.signal);
        runs = runs.with(index, held);
        // Another run of this file has taken its place on the screen.
        if (this.underWay.get(file) === ended) tell(runs);
      }
      return runs;
    } finally {
      if (this.underWay.get(file) === ended) this.underWay.delete(file);
      this.changed.fire();
    }
  }

  dispose(): void {
    for (const each of this.underWay.values()) each.abort();
    this.changed.dispose();
  }

  private async one(
    run: QueryRun,
    service: ServiceClient,
    { anyway = false, onBytes }: RunQueryOptions,
    signal: AbortSignal,
  ): Promise<HeldRun> {
    if (signal.aborted) return { run: { ...run, end: { kind: 'canceled', millis: 0 } } };
    const { lookups, settings, loadIndicators, loadExplore, loadResults } = this.parts;
    const tools = await loadIndicators();
    const { findBlockedTerm } = await loadExplore();
    const { limit, type, format } = run.settings;
    const request = {
      query: run.query,
      ...(limit === undefined ? {} : { limit }),
      ...(type === undefined ? {} : { type }),
      ...(format === undefined ? {} : { format }),
    };
    const { end, finding: answered } = await runQuery(request, {
      service,
      anyway,
      ...(onBytes === undefined
        ? {}
        : {
            onBytes: nowAndThen((bytes) => {
              onBytes(run.id, bytes);
            }),
          }),
      mode: settings.current().lookups.mode,
      blocked: (query) =>
        findBlockedTerm(query, tools, {
          indicator: (indicator) => lookups.blocked(indicator, true),
          text: (text) => lookups.blockedInText(text),
        }),
      sent: lookups.sent,
      sizes: lookups.sizes,
      readText: async (answer) => {
        const { readAnswer } = await loadResults();
        return readAnswer(answer, type ?? 'indicators', Date.now());
      },
      now: Date.now,
      signal,
    });
    const finding = service.remote || answered === undefined ? answered : await this.linked(answered, signal);
    const done = { ...run, end };
    await this.history.keep(done, finding);
    return { run: done, ...(finding === undefined ? {} : { finding }) };
  }

  /** The interface's JSON rows name no threats and feeds; the local store, which answered, knows them. */
  private async linked(finding: Finding, signal: AbortSignal): Promise<Finding> {
    const iids = rowsWithoutLinks(finding.found);
    if (iids.length === 0) return finding;
    try {
      return { ...finding, found: withLinks(finding.found, await this.parts.run('linksOf', { iids }, { signal })) };
    } catch (error) {
      this.parts.output.warn(`Results: ${errorDetails(error)}`);
      return finding;
    }
  }

  /** A query tells what stands in it; where that is more of a URL than the settings let go, the user is asked. */
  private async mayTellUrls(queries: readonly WantedQuery[], service: ServiceClient): Promise<boolean> {
    if (!service.remote || this.parts.settings.current().lookups.mode === 'offline') return true;
    const tools = await this.parts.loadIndicators();
    const { fullUrlsIn } = await this.parts.loadExplore();
    const urls = queries.flatMap(({ text }) =>
      fullUrlsIn(text, tools, (indicator) => this.parts.lookups.wouldSend(indicator)),
    );
    return urls.length === 0 || confirmWholeUrl(urls.join('\n'), service.host);
  }
}

function begun({ text, settings, title }: WantedQuery, { address, host, remote }: ServiceClient): QueryRun {
  return {
    id: crypto.randomUUID(),
    at: Date.now(),
    query: text,
    settings,
    ...(title === undefined ? {} : { title }),
    place: { address, host, remote },
  };
}

const betweenMillis = 200;

/** Not at every piece of an answer. */
function nowAndThen(tell: (bytes: number) => void): (bytes: number) => void {
  let last = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - last < betweenMillis) return;
    last = now;
    tell(bytes);
  };
}
