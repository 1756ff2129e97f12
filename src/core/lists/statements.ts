import type { ListKind } from '../records/context';
import { emptyRecord, type IndicatorRecord } from '../records/record';
import type { Exception, SkippedItem, Statement } from '../records/statement';
import { truncateText } from '../text/visibleText';
import { isThreatName, withRemark } from './cells';
import type { ListRow, ListSink } from './listRow';
import { getTargets } from './targets';

/** The result of reading rows of a list. */
export interface ReadRows {
  readonly objects: number;
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
  readonly exceptions: readonly Exception[];
  readonly shape?: { readonly id: string; readonly kind: ListKind };
  readonly kinds: Readonly<Partial<Record<ListKind, number>>>;
  readonly unrated: number;
  /** Rows of a list of locations, which aren't statements. */
  readonly locations?: readonly ListRow[];
}

/** Turns the rows of a list into statements, and counts skipped ones. */
export class StatementSink implements ListSink {
  statements: Statement[] = [];
  skipped: SkippedItem[] = [];
  exceptions: Exception[] = [];
  /** Rows taken and skipped since the last `flush`. */
  objects = 0;
  /** The line that is being read, from 1; 0 where lines aren't known. */
  line = 0;
  /** Statements since the last `flush` by kind, and those of malicious indicators without a risk. */
  private kinds: Partial<Record<ListKind, number>> = {};
  private unrated = 0;

  constructor(private readonly shape?: { readonly id: string; readonly kind: ListKind }) {}

  take(row: ListRow): void {
    this.objects++;
    const { indicators, reason } = getTargets(row.value);
    if (reason !== undefined) {
      this.leaveOut(reason, row.value);
      return;
    }
    const record = recordOf(row);
    const reach = row.reach ?? (/^\*?\./.test(row.value) ? 'all' : undefined);
    this.kinds[row.kind] = (this.kinds[row.kind] ?? 0) + indicators.length;
    if (row.kind === 'threats' && record.risk === 'unknown') this.unrated += indicators.length;
    for (const { type, value } of indicators) {
      const names = reach === undefined || type !== 'domain' ? {} : { reach };
      this.statements.push({ kind: 'indicator', record: { ...record, type, value, ...names } });
    }
  }

  skip(reason: SkippedItem['reason'], example: string): void {
    this.objects++;
    this.leaveOut(reason, example);
  }

  except(value: string, reach: ListRow['reach'], example: string): void {
    const { indicators = [] } = getTargets(value);
    this.exceptions.push(...indicators.map((indicator) => ({ indicator, reach })));
    this.skip({ kind: 'exception' }, example);
  }

  remove(removes: 'rule' | 'exception', value: string, reach: ListRow['reach'], example: string): void {
    const { indicators = [] } = getTargets(value);
    this.exceptions.push(...indicators.map((indicator) => ({ indicator, reach, removes })));
    this.skip({ kind: 'removalRule' }, example);
  }

  private leaveOut(reason: SkippedItem['reason'], example: string): void {
    this.skipped.push(this.line === 0 ? { reason, example } : { reason, example, line: this.line });
  }

  /** Returns everything read since the last call. */
  flush(): ReadRows {
    const { objects, statements, skipped, exceptions, kinds, unrated, shape } = this;
    [this.objects, this.statements, this.skipped, this.kinds, this.unrated] = [0, [], [], {}, 0];
    this.exceptions = [];
    return { objects, statements, skipped, exceptions, kinds, unrated, ...(shape === undefined ? {} : { shape }) };
  }

  /** Like {@link flush}, but at the end of the list. */
  end(): ReadRows {
    return this.flush();
  }
}

const [maxMeaning, maxThreats] = [300, 20];

/** The context that a row states for its indicator. A rated row has its meaning as the reason for the risk. */
function contextsOf({ kind, category, risk, below }: ListRow, meaning = ''): Pick<IndicatorRecord, 'contexts'> {
  if (kind === 'threats' || (kind === 'blocklist' && risk !== undefined)) return {};
  const label = kind === 'location' ? '' : meaning;
  const known = { kind, category: category ?? (kind === 'blocklist' ? 'blockList' : 'other'), label };
  return { contexts: [below === true ? { ...known, below } : known] };
}

/** A link of a publisher without the user name and password that one may have. */
function withoutCredentials(reference: string): string {
  if (!reference.includes('@') || !URL.canParse(reference)) return reference;
  const url = new URL(reference);
  if (url.username + url.password === '') return reference;
  [url.username, url.password] = ['', ''];
  return url.href;
}

function confidenceOf({ confidence }: ListRow): number | undefined {
  return confidence !== undefined && confidence >= 0 && confidence <= 100 ? confidence : undefined;
}

/** The location of an address as properties of a record. */
function propertiesOf({ geoLocation }: ListRow): IndicatorRecord['properties'] {
  if (geoLocation === undefined) return {};
  const geo: Record<string, readonly string[]> = {};
  if (geoLocation.country !== undefined) geo['countrycode'] = [geoLocation.country];
  if (geoLocation.city !== undefined) geo['city'] = [geoLocation.city];
  if (geoLocation.asn !== undefined) geo['asn'] = [geoLocation.asn];
  if (geoLocation.organization !== undefined) geo['org'] = [geoLocation.organization];
  return Object.keys(geo).length === 0 ? {} : { geo };
}

function otherOf(row: ListRow, meaning: string | undefined): IndicatorRecord['other'] {
  const { risk = 'unknown', reference = '', kind } = row;
  const other: Record<string, unknown> = {};
  const confidence = confidenceOf(row);
  // The meaning is neither the reason for a risk nor the label of a context.
  if (meaning !== undefined && risk === 'unknown' && kind === 'threats') other['description'] = meaning;
  if (reference !== '') other['reference'] = withoutCredentials(reference);
  if (confidence !== undefined) other['confidence'] = confidence;
  return { ...other, ...row.details };
}

function timestampsOf({ firstSeen, lastSeen }: ListRow): IndicatorRecord['timestamps'] {
  if (firstSeen === undefined) return lastSeen === undefined ? {} : { seen: lastSeen };
  return lastSeen === undefined ? { added: firstSeen } : { added: firstSeen, seen: lastSeen };
}

/** The record of a row, without value and type. */
function recordOf(row: ListRow): IndicatorRecord {
  const { risk = 'unknown', threats = [], port } = row;
  const confidence = confidenceOf(row);
  const said = withRemark(row.meaning ?? '', confidence === undefined ? '' : `confidence ${confidence}%`);
  const meaning = said === '' ? undefined : truncateText(said, maxMeaning);
  return {
    ...emptyRecord('', 'domain'),
    risk,
    riskFactors: risk === 'unknown' || meaning === undefined ? [] : [{ description: meaning, risk }],
    timestamps: timestampsOf(row),
    threats: threats
      .filter(({ name }) => isThreatName(name))
      .slice(0, maxThreats)
      .map(({ name, category }) => ({ name: truncateText(name, 200), category, risk })),
    attributes: port === undefined ? {} : { port: [[String(port)]] },
    properties: propertiesOf(row),
    other: otherOf(row, meaning),
    ...contextsOf(row, meaning),
  };
}
