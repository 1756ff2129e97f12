import * as vscode from 'vscode';
import type { ServiceClient } from '../../../core/api/client';
import type { QuerySettings } from '../../../core/explore';
import { type Finding, type QueryRun, type RunEnd, rowsWithoutLinks, runQuery, withLinks } from '../../../core/runs';
import { errorDetails } from '../../shared/text/errorDetails';
import { confirmWholeUrl } from '../../shared/commands/confirmWholeUrl';
import type { QueryHistory } from './history';
import type { ResultsParts } from '../resultsParts';

/** Fields of a query that are looked for in the local store. */
const maxFields = 20;

/** A query that is to run. */
export interface QueryToRun {
  /** As it is sent. */
  readonly text: string;
  readonly settings: QuerySettings;
  readonly title?: string | undefined;
  /** The first syntax error, and its position in the file (from 0). */
  readonly formError?: { readonly message: string; readonly line: number; readonly character: number };
}

/** The service that runs a query: `service` is the connected one, or the local one if none is connected. */
export type Where = 'service' | 'local';

/** A run, and its results once it is finished. */
export interface RunResult {
  readonly run: QueryRun;
  readonly finding?: Finding;
}

/** How queries run. */
export interface RunQueryOptions {
  readonly where: Where;
  /** Send even if the quota is used up. */
  readonly ignoreQuota?: boolean | undefined;
  /** Called with the number of bytes received, a few times per second. */
  readonly onBytes?: (id: string, bytes: number) => void;
}

type OnUpdate = (runs: readonly RunResult[]) => void;

/** Runs the queries of a file one after another; starting again cancels a file's running queries. */
export class QueryRunner implements vscode.Disposable {
  private readonly controllers = new Map<string, AbortController>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Queries were started or finished. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly parts: ResultsParts,
    private readonly history: QueryHistory,
  ) {}

  /** The files with running queries. */
  running(): readonly string[] {
    return [...this.controllers.keys()];
  }

  cancel(file: string): boolean {
    const found = this.controllers.get(file);
    found?.abort();
    return found !== undefined;
  }

  /** The service that queries run on. */
  serviceFor(where: Where): ServiceClient {
    return (where === 'local' ? undefined : this.parts.service()) ?? this.parts.local();
  }

  /**
   * Runs queries one after another, and reports their progress. Resolves with the results when all are finished;
   * undefined if the user doesn't allow sending them.
   */
  async start(
    file: string,
    queries: readonly QueryToRun[],
    options: RunQueryOptions,
    onUpdate: OnUpdate,
  ): Promise<readonly RunResult[] | undefined> {
    this.cancel(file);
    const controller = new AbortController();
    this.controllers.set(file, controller);
    this.changed.fire();
    const service = this.serviceFor(options.where);
    try {
      if (!(await this.confirmFullUrls(queries, service))) return undefined;
      let runs: readonly RunResult[] = queries.map((query) => ({ run: startedRun(query, service) }));
      onUpdate(runs);
      for (const [index, { run }] of runs.entries()) {
        const result = await this.runOne({ ...run, at: Date.now() }, service, options, controller.signal);
        runs = runs.with(index, result);
        // Another run of this file may have replaced it.
        if (this.controllers.get(file) === controller) onUpdate(runs);
      }
      return runs;
    } finally {
      if (this.controllers.get(file) === controller) this.controllers.delete(file);
      this.changed.fire();
    }
  }

  dispose(): void {
    for (const each of this.controllers.values()) each.abort();
    this.changed.dispose();
  }

  private async runOne(
    run: QueryRun,
    service: ServiceClient,
    { ignoreQuota = false, onBytes }: RunQueryOptions,
    signal: AbortSignal,
  ): Promise<RunResult> {
    if (signal.aborted) return { run: { ...run, end: { kind: 'canceled', millis: 0 } } };
    const { lookups, settings, loadIndicators, loadExplore, loadResults } = this.parts;
    const tools = await loadIndicators();
    const { findBlockedTerm } = await loadExplore();
    const { limit, type, format } = run.settings;
    const request = {
      query: run.query,
      limit,
      type,
      format,
    };
    const { end, finding: answered } = await runQuery(request, {
      service,
      ignoreQuota,
      onBytes:
        onBytes === undefined
          ? undefined
          : throttle((bytes) => {
              onBytes(run.id, bytes);
            }),
      mode: settings.current().lookups.mode,
      blocked: (query) =>
        findBlockedTerm(query, tools, {
          indicator: (indicator) => lookups.blocked(indicator, true),
          text: (text) => lookups.blockedInText(text),
        }),
      requestLog: lookups.requestLog,
      sizes: lookups.sizes,
      readText: async (answer) => {
        const { readAnswer } = await loadResults();
        return readAnswer(answer, type ?? 'indicators', Date.now());
      },
      now: Date.now,
      signal,
    });
    const finding = service.remote || answered === undefined ? answered : await this.withStoredLinks(answered, signal);
    const unused = service.remote || type === 'threats' ? [] : await this.unusedFields(run.query, end, signal);
    const withUnused = unused.length === 0 ? end : { ...end, unusedFields: unused };
    const threats = service.remote && type !== 'threats' ? await this.threatsOf(run.query, end) : {};
    const done = { ...run, end: { ...withUnused, ...threats, ...(await this.broadening(run.query, withUnused)) } };
    await this.history.store(done, finding);
    return { run: done, finding };
  }

  /** The threats that all rows have according to the query. */
  private async threatsOf(query: string, end: RunEnd): Promise<{ readonly threats?: readonly string[] }> {
    if (end.kind !== 'answered' || end.count === 0) return {};
    const { parseQuery, threatsOfAll } = await this.parts.loadExplore();
    const { node, errors } = parseQuery(query);
    const threats = errors.length > 0 ? [] : threatsOfAll(node);
    return threats.length === 0 ? {} : { threats };
  }

  /** How a query of a single term that found nothing can be broadened. */
  private async broadening(query: string, end: RunEnd): Promise<{ readonly broadening?: 'wildcards' | 'none' }> {
    if (end.kind !== 'answered' || end.count > 0) return {};
    const { parseQuery, broadenQuery } = await this.parts.loadExplore();
    if (broadenQuery(query) === undefined) return { broadening: 'none' };
    if (parseQuery(query).node?.kind !== 'term') return {};
    return { broadening: 'unusedFields' in end ? 'none' : 'wildcards' };
  }

  /** Fields of a query that found nothing in the local store which no record there has. */
  private async unusedFields(query: string, end: RunEnd, signal: AbortSignal): Promise<readonly string[]> {
    if (end.kind !== 'answered' || end.count > 0) return [];
    const { exploreField, parseQuery, getTerms } = await this.parts.loadExplore();
    const isFree = (field: string): boolean => ['text', 'port', undefined].includes(exploreField(field)?.kind);
    const fields = new Set([...getTerms(parseQuery(query).node)].map(({ field }) => field).filter(isFree));
    if (fields.size === 0) return [];
    try {
      return await this.parts.worker.unusedFields({ fields: [...fields].slice(0, maxFields) }, { signal });
    } catch (error) {
      this.parts.output.warn(`Results: ${errorDetails(error)}`);
      return [];
    }
  }

  /** Adds threats and feeds from the local store, which JSON rows don't contain. */
  private async withStoredLinks(finding: Finding, signal: AbortSignal): Promise<Finding> {
    const iids = rowsWithoutLinks(finding.found);
    if (iids.length === 0) return finding;
    try {
      return { ...finding, found: withLinks(finding.found, await this.parts.worker.linksOf({ iids }, { signal })) };
    } catch (error) {
      this.parts.output.warn(`Results: ${errorDetails(error)}`);
      return finding;
    }
  }

  /** Asks for confirmation if a query contains more of a URL than the settings allow to send. */
  private async confirmFullUrls(queries: readonly QueryToRun[], service: ServiceClient): Promise<boolean> {
    if (!service.remote || this.parts.settings.current().lookups.mode === 'offline') return true;
    const tools = await this.parts.loadIndicators();
    const { fullUrlsIn } = await this.parts.loadExplore();
    const urls = queries.flatMap(({ text }) =>
      fullUrlsIn(text, tools, (indicator) => this.parts.lookups.wouldSend(indicator)),
    );
    return urls.length === 0 || confirmWholeUrl(urls.join('\n'), service.host);
  }
}

function startedRun({ text, settings, title }: QueryToRun, { address, host, remote }: ServiceClient): QueryRun {
  return {
    id: crypto.randomUUID(),
    at: Date.now(),
    query: text,
    settings,
    title,
    origin: { address, host, remote },
  };
}

const throttleMillis = 200;

/** Limits how often progress is reported. */
function throttle(onUpdate: (bytes: number) => void): (bytes: number) => void {
  let last = 0;
  return (bytes) => {
    const now = performance.now();
    if (now - last < throttleMillis) return;
    last = now;
    onUpdate(bytes);
  };
}
