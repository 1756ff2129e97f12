import { mailHeadLength, mailState, mayStartMail, startsMail } from './mail';

/** The lines of a document. */
interface Lines {
  readonly lineCount: number;
  line(index: number): string;
}

/** The state of a mail at a line. */
interface Checkpoint {
  readonly line: number;
  readonly state: string;
}

/** The states at the start of lines of a document that may be a mail, see {@link mailState}. */
export class MailStates {
  private known: boolean | undefined;
  private checkpoints: Checkpoint[] = [];
  /** Lines that show whether it is a mail. */
  headLines = 0;

  constructor(private readonly source: Lines) {}

  /** Whether the document is a mail. */
  isMail(): boolean {
    return (this.known ??= this.readHead());
  }

  private readHead(): boolean {
    const { source } = this;
    this.headLines = 0;
    if (source.lineCount === 0 || !mayStartMail(source.line(0))) return false;
    const lines: string[] = [];
    for (let length = 0; this.headLines < source.lineCount && length < mailHeadLength; this.headLines++) {
      const line = source.line(this.headLines);
      lines.push(`${line}\n`);
      length += line.length + 1;
    }
    return startsMail(lines.join(''));
  }

  /** The state at the start of a line. */
  at(line: number): string {
    let last = this.checkpoints.findLast((each) => each.line <= line) ?? { line: 0, state: '' };
    if (last.line === line) return last.state;
    const lines: string[] = [];
    for (let index = last.line; index < line; index++) lines.push(`${this.source.line(index)}\n`);
    last = { line, state: mailState(`${last.state}${lines.join('')}`) };
    const index = this.checkpoints.findLastIndex((each) => each.line < line) + 1;
    this.checkpoints.splice(index, 0, last);
    return last.state;
  }

  /** After lines from `line` on were replaced. Returns whether the document is or was a mail. */
  applyEdit(line: number): boolean {
    this.checkpoints = this.checkpoints.filter((each) => each.line <= line);
    const was = this.known === true;
    if (line <= this.headLines) this.known = undefined;
    return this.isMail() || was;
  }
}
