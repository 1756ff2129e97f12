/** Converts ascending offsets into a streamed text to lines and columns. Stores only the line ends in between. */
export class LineIndex {
  private readonly lineEnds: number[] = [];
  private passed = 0;
  private line = 1;
  private lineStart = 0;
  /** Index of the next line end to count. */
  private counted = 0;

  /** Passes the chunks through and records their line ends. */
  async *watch(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) {
        this.lineEnds.push(this.passed + at);
      }
      this.passed += chunk.length;
      yield chunk;
    }
  }

  /** The one-based line and column of a streamed offset, which must not be before the last one requested. */
  position(offset: number): { readonly line: number; readonly column: number } {
    for (let end = this.lineEnds[this.counted]; end !== undefined && end < offset; end = this.lineEnds[this.counted]) {
      this.line++;
      this.lineStart = end + 1;
      this.counted++;
    }
    if (this.counted > 4_096) {
      this.lineEnds.splice(0, this.counted);
      this.counted = 0;
    }
    return { line: this.line, column: offset - this.lineStart + 1 };
  }
}
