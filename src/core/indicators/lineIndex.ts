/** Line and column of ascending offsets into a text that passes by in chunks; remembers what lies between the two alone. */
export class LineIndex {
  private readonly lineEnds: number[] = [];
  private passed = 0;
  private line = 1;
  private lineStart = 0;
  /** Line ends before this one are counted. */
  private counted = 0;

  /** The same chunks, seen on their way. */
  async *watch(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', at + 1)) {
        this.lineEnds.push(this.passed + at);
      }
      this.passed += chunk.length;
      yield chunk;
    }
  }

  /** Line and column from 1 of an offset that has passed by, not before the last one asked for. */
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
