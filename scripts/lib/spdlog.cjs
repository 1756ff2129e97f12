// Replaces VS Code's native log writer, which would require a compiler; without it, log files and output channels are
// empty. Appends lines immediately. Files don't rotate, because they are only used during a test or demo. Copied over
// the package in the cache.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  constructor(kind, name, path) {
    this.path = path;
    this.level = 2;
    this.formatted = true;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, '');
  }

  write(level, text) {
    if (level < this.level) return;
    const stamp = new Date().toISOString().replace('T', ' ').slice(0, -1);
    appendFileSync(this.path, this.formatted ? `${stamp} [${levels[level]}] ${text}\n` : text);
  }

  trace(text) {
    this.write(0, text);
  }

  debug(text) {
    this.write(1, text);
  }

  info(text) {
    this.write(2, text);
  }

  warn(text) {
    this.write(3, text);
  }

  error(text) {
    this.write(4, text);
  }

  critical(text) {
    this.write(5, text);
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  clearFormatters() {
    this.formatted = false;
  }

  setPattern() {}

  flush() {}

  drop() {}
}

const create = async (name, path) => new Logger('file', name, path);

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
