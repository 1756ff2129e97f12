// A mocha plugin: each test writes its title to `THREAT_LOOKUPS_RUNNING` before it starts, so that one that never ends can
// be reported. Tests that run side by side write to files of their own.
const { writeFileSync } = require('node:fs');

exports.mochaHooks = {
  beforeEach() {
    const { THREAT_LOOKUPS_RUNNING: folder, MOCHA_WORKER_ID: worker = '0' } = process.env;
    if (folder) writeFileSync(`${folder}/running-${worker}`, this.currentTest.titlePath().join(' › '));
  },
};
