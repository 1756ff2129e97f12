import { BareHosts, type Surroundings } from './bareHosts';
import type { EncodedPart } from './encoded/decodedText';
import { encodedParts } from './encoded/encodedParts';
import { linkedIn, type Nesting, outermost } from './encoded/links';
import { isDigit, isLabel, isLetter } from './scan/characters';
import { SyntaxRegions, type Region } from './syntax/syntaxRegions';
import { readIpv6 } from './scan/ipv6Token';
import { type Family, getFamily, getSyntax } from './syntax/language';
import { readPlainUrl, urlWordStart } from './scan/plainUrl';
import { browserSeparatorAt, schemeBefore, separatorAt } from './scan/schemes';
import { isSpecialAddress } from '../registry/specialAddresses';
import type { Findings, FindOptions, Occurrence } from '../identity/types';
import { readUserinfo } from './scan/authority';
import { UrlContext } from './scan/urlContext';
import { type HostBehindTag, readUrl } from './scan/urlToken';

const fullStop = 46;
const colon = 58;
const slash = 47;
const backslash = 92;
const atSign = 64;
const closingBracket = 93;

/** Every indicator contains a dot, also of another script, a colon, or the word `dot`, so the search visits only these. */
const anchorPattern = /[.:\uff0e\u3002\uff61\u2024]|(?<=[ [({<])d(?=ot)/gi;

/** A tab or a line end, escaped, and a dot before a name. */
const escapeBeforeNamePattern = /\\+[tnr]\.(?=[\p{L}\p{N}])/uy;

/**
 * The host of `file://192.0.2.1/share`, or of a name that is defanged or has a common TLD. Most other names there are
 * folders.
 */
const fileHostPattern =
  /^(?:(?:\d{1,3}\[?\.\]?){3}\d{1,3}(?=[\\/:@\s]|$)|[\w.-]{1,64}\[\.\]|(?:[\w-]{1,63}\.){1,8}(?:com|net|org|edu|gov|local|lan|internal)[\\/:])/;

/**
 * Finds every domain, IP address, and URL in a text, defanged or not, in one pass.
 *
 * Returns occurrences in ascending order, which don't overlap unless `options.encoded` is set. Offsets are UTF-16; `text.slice(start, end)` is `raw`. Time
 * is linear in the length of the text: text that was read as one token is never read again.
 */
export function findIndicators(text: string, options: FindOptions = {}): Occurrence[] {
  const list = new FoundList();
  new Search(text, list, options).run();
  return list.all;
}

/** Finds the same as {@link findIndicators}, and passes each occurrence on as soon as it is found. */
export function passIndicators(text: string, findings: Findings, options: FindOptions = {}): void {
  new Search(text, findings, options).run();
}

class FoundList implements Findings {
  readonly all: Occurrence[] = [];

  add(occurrence: Occurrence): void {
    this.all.push(occurrence);
  }
}

class Search implements Surroundings {
  readonly family: Family;
  private readonly regions: SyntaxRegions | undefined;
  private readonly bare: BareHosts;
  private readonly skipsNumbers: boolean;
  /** Everything before this offset is done. */
  private floor = 0;
  /** A host to add when the search reaches it. */
  private behindTag: HostBehindTag | undefined;
  /** Parts that aren't read as they are written, the next one last. */
  private readonly encoded: EncodedPart[] = [];
  /** The start of `behindTag` or of the next encoded part; beyond the text without them: integers compare fastest. */
  private stop: number;

  constructor(
    private readonly text: string,
    private readonly findings: Findings,
    private readonly options: FindOptions,
    /** Set for text within a link. */
    private readonly nesting?: Nesting,
  ) {
    const { languageId } = options;
    this.stop = text.length + 1;
    this.skipsNumbers = findings.skipNumber !== undefined;
    this.family = getFamily(languageId);
    const syntax = getSyntax(languageId);
    this.regions = syntax === undefined ? undefined : new SyntaxRegions(text, syntax);
    this.bare = new BareHosts(text, languageId, this, findings, options);
  }

  run(): void {
    const { text, options } = this;
    if (options.encoded === true) {
      this.encoded.push(...encodedParts(text, options, (decoded) => this.decoded(decoded, this.nesting)).toReversed());
      this.moveStop();
    }
    // A search for the next character is several times faster than a loop over all.
    const anchors = new RegExp(anchorPattern);
    while (anchors.test(text)) {
      const position = anchors.lastIndex - 1;
      if (position >= this.stop) {
        this.addStop();
        anchors.lastIndex = Math.max(position, this.floor);
        continue;
      }
      const code = text.charCodeAt(position);
      // The end of the word, as of a single character.
      const last = isLetter(code) ? position + 2 : position;
      const next = code === colon ? this.atColon(last) : this.atDot(last, text.charCodeAt(last));
      if (next > this.floor) this.floor = next;
      anchors.lastIndex = Math.max(last + 1, next);
    }
    while (this.stop <= text.length) this.addStop();
  }

  private moveStop(): void {
    const none = this.text.length + 1;
    this.stop = Math.min(this.behindTag?.start ?? none, this.encoded.at(-1)?.start ?? none);
  }

  /** Adds what starts at the next stop, unless the search has passed it. */
  private addStop(): void {
    const { behindTag } = this;
    if (behindTag?.start === this.stop) {
      this.behindTag = undefined;
      this.addFound(behindTag.start, behindTag.end, [behindTag.host]);
    } else {
      const part = this.encoded.pop();
      if (part !== undefined) this.addFound(part.start, part.end, part.found, 'is written in an encoding');
    }
    this.moveStop();
  }

  private addFound(start: number, end: number, found: readonly Occurrence[], rule?: string): void {
    if (start < this.floor) return;
    for (const each of found) {
      this.findings.add(each);
      if (rule !== undefined) this.explainFound(each, rule);
    }
    this.floor = end;
  }

  private explainFound({ start, end, value, type }: Occurrence, rule: string): void {
    this.options.explain?.({ start, end, value, type, found: true, rules: [rule] });
  }

  /** The indicators of decoded text. */
  private decoded(text: string, nesting: Nesting | undefined): readonly Occurrence[] {
    const { languageId, listed } = this.options;
    const found = new FoundList();
    new Search(text, found, { languageId, listed, encoded: true }, nesting).run();
    return found.all;
  }

  regionAt(offset: number): Region {
    return this.regions?.at(offset) ?? 'string';
  }

  /** The family at an offset: code in fences is read as data. */
  familyAt(offset: number): Family {
    const { family, regions } = this;
    return family === 'prose' && regions?.at(offset) === 'string' ? 'data' : family;
  }

  private atDot(last: number, code: number): number {
    const { text } = this;
    if (code === fullStop) {
      // A full stop at the end of a sentence, by far the most common irrelevant one.
      const next = text.charCodeAt(last + 1);
      if (next === fullStop) return 0;
      if (!isLabel(next) && next !== closingBracket && isLabel(text.charCodeAt(last - 1))) return 0;
      if (this.skipsNumbers && isDigit(text.charCodeAt(last - 1))) {
        const end = this.findings.skipNumber?.(last) ?? 0;
        if (end !== 0) return end;
      }
    }
    return this.bare.read(code < 128 && code !== fullStop ? last - 2 : last, this.floor);
  }

  private atColon(position: number): number {
    const { text, floor } = this;
    const wordStart = text.charCodeAt(position + 1) === slash ? urlWordStart(text, position, floor) : -1;
    if (wordStart !== -1) {
      const known = this.findings.addAgain?.(wordStart) ?? 0;
      if (known !== 0) return known;
      const plain = readPlainUrl(text, wordStart, position);
      if (plain !== undefined) return this.addUrl(plain, true);
    }
    const separator = separatorAt(text, position);
    if (separator === undefined) return this.atBrowserUrl(position) ?? this.atAddress(position);
    const scheme = schemeBefore(text, separator.start, floor);
    if (scheme.name === undefined) {
      if (scheme.word.toLowerCase() !== 'file') {
        const context = new UrlContext(text, scheme.start, this.options.languageId);
        const { hostStart } = readUserinfo(text, separator.end, context);
        if (hostStart > separator.end) this.bare.certainHost = hostStart;
        return (this.bare.hostAlone = hostStart);
      }
      if (fileHostPattern.test(text.slice(separator.end, separator.end + 80))) return separator.end;
      return (
        separator.end + (/^[^\s"'<>`]{0,4096}/.exec(text.slice(separator.end, separator.end + 4096))?.[0].length ?? 0)
      );
    }
    const url = readUrl(text, scheme, separator, this.options.languageId);
    if (url.occurrence !== undefined) this.addUrl(url.occurrence);
    this.setBehindTag(url.behindTag);
    return this.afterEscape(url.end);
  }

  /**
   * The offset after the escape in `https://a.example\t.b.example`, which is part of the host if it is one of a string;
   * otherwise `at`.
   */
  private afterEscape(at: number): number {
    if (this.text.charCodeAt(at) !== backslash) return at;
    escapeBeforeNamePattern.lastIndex = at;
    if (!escapeBeforeNamePattern.test(this.text)) return at;
    return (this.bare.certainHost = escapeBeforeNamePattern.lastIndex);
  }

  /** Reads `https:/a.example`. Returns its end; undefined if it isn't a URL. */
  private atBrowserUrl(colon: number): number | undefined {
    const { text, floor } = this;
    const next = text.charCodeAt(colon + 1);
    if (next !== slash && next !== backslash) return undefined;
    const separator = browserSeparatorAt(text, colon);
    if (separator === undefined) return undefined;
    const scheme = schemeBefore(text, colon, floor);
    if (scheme.name === undefined || scheme.defanged) return undefined;
    const { occurrence, end, behindTag } = readUrl(text, scheme, separator, this.options.languageId);
    if (occurrence === undefined && behindTag === undefined) return undefined;
    if (occurrence !== undefined) this.addUrl(occurrence);
    this.setBehindTag(behindTag);
    return end;
  }

  private setBehindTag(behindTag: HostBehindTag | undefined): void {
    if (this.behindTag === behindTag) return;
    this.behindTag = behindTag;
    this.moveStop();
  }

  /** Returns the end of the URL. */
  private addUrl(url: Occurrence, isWord = false): number {
    const { end } = url;
    this.findings.add(url, isWord);
    // `'https://a.example'@b.example/x`: what a reader may take for the URL as well.
    if (this.text.charCodeAt(end + 1) === atSign) this.bare.certainHost = end + 2;
    if (this.options.explain !== undefined) this.explainFound(url, 'has the scheme of a URL');
    if (!isWord && this.options.encoded === true) this.addLinked(url);
    return end;
  }

  private addLinked(url: Occurrence): void {
    for (const each of linkedIn(url, this.nesting ?? outermost(), (text, nesting) => this.decoded(text, nesting))) {
      this.findings.add(each);
      this.explainFound(each, 'is contained in a link');
    }
  }

  private atAddress(position: number): number {
    const { text, floor } = this;
    const run = readIpv6(text, position, floor);
    if (run === undefined) return 0;
    const { start, end, value, defanged } = run;
    if (value === undefined || value === '::') return run.next;
    if (this.family === 'code' && this.regionAt(start) === 'code') return run.next;
    const reserved = isSpecialAddress(value);
    this.findings.add({ start, end, raw: text.slice(start, end), value, type: 'ip', defanged, reserved });
    return text.charCodeAt(end) === 37
      ? end + (/^%[\w.-]{0,32}/.exec(text.slice(end, end + 33))?.[0].length ?? 0)
      : run.next;
  }
}
