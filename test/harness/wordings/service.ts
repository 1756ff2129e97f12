import type { RecordedRequest, Reply } from '../recordingService';
import { exploreReply } from './explore';
import { model, type ModelFeed, type ModelIndicator, type ModelThreat, scanFates } from './model';
import { Pen } from './pen';
import { feedJson, indicatorJson, linkJson, propertiesJson, summaryJson, threatJson } from './records';
import { taxiiReply } from './taxii';
import type { Refusal, Wording } from './wording';

/** An answer before it goes out, or an error in the wording's shape. */
export type WordedReply =
  | {
      readonly status?: number;
      readonly body: unknown;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly refusal: Refusal; readonly headers?: Readonly<Record<string, string>> };

/** A request that reached the service. */
export interface WordedRequest {
  readonly method: string;
  readonly url: URL;
}

interface SubmittedScan {
  readonly value: string;
  polls: number;
}

/** A request of a scan that is polled so often is over. */
const pollsUntilDone = 2;

/** A fictional service that implements the whole interface over one model, in its own wording; see {@link Wording}. */
export class WordedService {
  /** Every request, oldest first. */
  readonly requests: WordedRequest[] = [];
  private readonly pen: Pen;
  private readonly scans: SubmittedScan[] = [];
  private requestCount = 0;

  constructor(readonly wording: Wording) {
    this.pen = new Pen(wording);
  }

  /** Requests for a path such as `explore`. */
  requested(endpoint: string): readonly WordedRequest[] {
    return this.requests.filter(({ url }) => url.pathname.endsWith(`/${endpoint}.php`));
  }

  /** Requests that count against the limit. */
  get counted(): number {
    return this.requestCount;
  }

  /** Replaces `fetch`. */
  readonly fetch = (address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    const { status, headers, text } = this.answer({ method, url: new URL(address) });
    return Promise.resolve(new Response(text, { status, headers }));
  };

  /** Answers of a recording service. */
  readonly reply = ({ method, target, headers: { host = 'service.test' } }: RecordedRequest): Reply => {
    const { status, headers, text } = this.answer({ method, url: new URL(target, `http://${host}`) });
    return { status, headers, body: text };
  };

  /** Returns the response as sent. */
  answer(request: WordedRequest): {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly text: string;
  } {
    this.requests.push(request);
    const reply = this.replyTo(request);
    const { wording } = this;
    const left = (wording.limits.requests ?? Infinity) - this.requestCount;
    const budget: Record<string, string> =
      wording.limits.budgetHeaders && Number.isFinite(left)
        ? { 'X-Requests-Remaining-Day': String(Math.max(0, left)) }
        : {};
    if ('refusal' in reply) {
      const { status, message } = reply.refusal;
      const body = { error: message, ...(wording.errors.withCode ? { code: status } : {}) };
      return { status, headers: { 'content-type': 'application/json', ...reply.headers }, text: JSON.stringify(body) };
    }
    const { status = 200, body, type = 'application/json', headers = {} } = reply;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status, headers: { 'content-type': type, ...budget, ...headers }, text };
  }

  private replyTo({ method, url }: WordedRequest): WordedReply {
    const taxii = taxiiReply(this.wording.taxii, url);
    if (taxii !== undefined) return taxii;
    const query = url.searchParams;
    const endpoint = /\/api\/(\w+)\.php$/.exec(url.pathname)?.[1];
    const isPoll = endpoint === 'analyze' && method === 'GET';
    if (!isPoll) {
      const limited = this.limited();
      if (limited !== undefined) return limited;
    }
    switch (endpoint) {
      case 'analyze':
        return isPoll ? this.poll(Number(query.get('qid'))) : this.submit(query);
      case 'explore':
        return this.explore(query);
      case 'indicator':
        return this.indicator(query);
      case 'threat':
        return this.threat(query);
      case 'feed':
        return this.feed(query);
      default:
        // Nothing of the interface is there: a page of the web server.
        return { status: 404, type: 'text/html', body: '<!doctype html><title>404 Not Found</title>' };
    }
  }

  private limited(): WordedReply | undefined {
    const { requests = Infinity, message, retryAfter } = this.wording.limits;
    if (this.requestCount < requests) {
      this.requestCount++;
      return undefined;
    }
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return { refusal: { status: 429, message }, headers };
  }

  private miss(kind: 'Indicator' | 'Threat' | 'Feed'): WordedReply {
    const { status, message } = this.wording.errors.miss;
    return { refusal: { status, message: message.replace('KIND', kind) } };
  }

  private explore(query: URLSearchParams): WordedReply {
    const { tier, larger } = this.wording.explore;
    const requested = query.get('limit');
    const limit = requested === null ? tier : Number(requested);
    if (limit < 1) return { refusal: { status: 400, message: 'The limit is at least 1.' } };
    if (limit > tier && larger !== 'clamped') return { refusal: { status: 429, message: larger.message } };
    if (query.get('q')?.startsWith(`ioc=${scanFates.refused}`) === true)
      return { refusal: { status: 400, message: this.wording.errors.refused } };
    return exploreReply(this.pen, query, Math.min(limit, tier));
  }

  private indicator(query: URLSearchParams): WordedReply {
    const value = query.get('indicator')?.toLowerCase();
    const iid = query.get('iid');
    if (iid === null && !this.wording.byValue)
      return { refusal: { status: 400, message: this.wording.errors.needsIid } };
    const entry = model.indicators.find((each) => (iid === null ? each.value === value : String(each.iid) === iid));
    if (value?.startsWith(scanFates.refused) === true)
      return { refusal: { status: 400, message: this.wording.errors.refused } };
    if (entry === undefined) return this.miss('Indicator');
    switch (query.get('get')) {
      case 'links':
        return { body: this.relations(entry) };
      case 'properties':
        return { body: propertiesJson(this.pen, entry.today) };
      default: {
        const switches = { historical: query.get('historical') === '1', schema: query.get('schema') === '1' };
        return { body: indicatorJson(this.pen, entry, switches) };
      }
    }
  }

  private relations(entry: ModelIndicator): unknown {
    const rows = (from: number): readonly unknown[] =>
      model.indicators.slice(from, from + 3).map((each) => linkJson(this.pen, each));
    return { 'Active DNS': rows(entry.iid % 50), 'Related URLs': rows((entry.iid % 50) + 10) };
  }

  private threat(query: URLSearchParams): WordedReply {
    const [tid, name] = [query.get('tid'), query.get('threat')?.toLowerCase()];
    const found = model.threats.find((each) =>
      tid === null ? each.name.toLowerCase() === name : String(each.tid) === tid,
    );
    if (found === undefined) return this.miss('Threat');
    const at = model.threats.indexOf(found);
    return this.group(
      query,
      model.indicators.filter(({ iid }) => iid % 7 !== at),
      () => threatJson(this.pen, found satisfies ModelThreat),
    );
  }

  private feed(query: URLSearchParams): WordedReply {
    const fid = query.get('fid') ?? query.get('iid');
    const name = query.get('feed')?.toLowerCase();
    const found = model.feeds.find((each) =>
      fid === null ? each.name.toLowerCase() === name : String(each.fid) === fid,
    );
    if (found === undefined) return this.miss('Feed');
    const at = model.feeds.indexOf(found);
    return this.group(
      query,
      model.indicators.filter(({ feeds }) => feeds.includes(at)),
      () => feedJson(this.pen, found satisfies ModelFeed),
    );
  }

  private group(query: URLSearchParams, linked: readonly ModelIndicator[], record: () => unknown): WordedReply {
    if (query.get('get') !== 'links') return { body: record() };
    if (query.get('summary') === '1') return { body: summaryJson(this.pen, linked) };
    const { rows, current, next, lastNext, list } = this.wording.pages;
    const page = Number(query.get('page') ?? 0);
    const links = linked.slice(page * rows, (page + 1) * rows).map((each) => linkJson(this.pen, each));
    const more = (page + 1) * rows < linked.length;
    // A service without pages returns everything at once.
    if (!current && !next) return { body: this.listed(linked.map((each) => linkJson(this.pen, each))) };
    const named = more ? { page_next: this.pen.number(page + 1) } : lastNext === 'null' ? { page_next: null } : {};
    if (list === 'bare' && linked.length <= rows) return { body: links };
    return {
      body: {
        ...(current ? { page_current: this.pen.number(page) } : {}),
        ...(next ? named : {}),
        results: links,
      },
    };
  }

  private listed(links: readonly unknown[]): unknown {
    return this.wording.pages.list === 'bare' ? links : { results: links };
  }

  private submit(query: URLSearchParams): WordedReply {
    const value = query.get('value') ?? Buffer.from(query.get('ioc') ?? '', 'base64').toString('utf8');
    const { errors, scans } = this.wording;
    if (value.startsWith(scanFates.refused)) return { refusal: { status: 400, message: errors.refused } };
    const qid = this.scans.push({ value, polls: 0 });
    return { body: { qid: scans.qid === 'string' ? String(qid) : qid, [scans.submitKey]: 'The request was added.' } };
  }

  private poll(qid: number): WordedReply {
    const { scans, errors } = this.wording;
    const scan = this.scans[qid - 1];
    const reported = { qid: scans.qid === 'string' ? String(qid) : qid };
    if (scan === undefined || scan.value.startsWith(scanFates.forgotten)) {
      return scans.forgotten === 'status'
        ? { body: { ...reported, status: 'not found', error: 'Request not found.' } }
        : { refusal: scans.forgotten };
    }
    if (scan.polls++ < pollsUntilDone) {
      const words = { status: scans.processing, stage: 'whois', [scans.processingKey]: 'The scan is under way.' };
      return { body: { ...reported, ...words } };
    }
    if (scan.value.startsWith(scanFates.failed)) {
      return { body: { ...reported, status: scans.failed, [scans.failedKey]: errors.refused } };
    }
    const [first] = model.indicators;
    const entry = model.indicators.find(({ value }) => value === scan.value) ?? first;
    const data = entry && indicatorJson(this.pen, { ...entry, value: scan.value });
    return { body: { ...reported, status: 'done', [scans.doneKey]: 'The scan is done.', data } };
  }
}
