import { assertFound, assertNothingFound } from './findHelpers';

describe('Finding indicators in code', () => {
  it('finds hosts in strings and comments', () => {
    assertFound(
      [
        [
          "const host = 'api.a-site.com'; // or 203.0.113.77, see docs.a-site.org",
          ['domain api.a-site.com', 'ip 203.0.113.77', 'domain docs.a-site.org'],
        ],
        ['/* mirrors:\n   a-site.net\n*/', ['domain a-site.net']],
        ['fetch("https://a-site.io/x")', ['url https://a-site.io/x']],
        ["connect({ host: 'queue.a-site.io' })", ['domain queue.a-site.io']],
        ["listen('2001:db8::1')", ['ip 2001:db8::1']],
      ],
      'typescript',
    );
    assertFound(
      [['"""See a-site.org."""\nurl = "http://192.0.2.1/"', ['domain a-site.org', 'url http://192.0.2.1/']]],
      'python',
    );
  });

  it('ignores members, calls, imports, keys, and files', () => {
    assertNothingFound(
      [
        'const a = user.name + e.target.id; console.log(window.location.host, cfg.api.app);',
        "import x from 'socket.io'; require('chart.me'); import('./tool.rs')",
        "t('menu.support'); get(o, 'user.email'); on('page.open')",
        'return this.org.net(config.com)',
        'x = 3com.net; y = a.b.open(c)',
        "const s = { 'app.name': 1, 'user.info': 2 };",
        'const d = "M1.5.5.5 3.1.2.3";',
        '// 7.6.3.1 Runtime semantics',
        'x = `${manifest.name}`',
      ],
      'typescript',
    );
    assertNothingFound(['import com.acme.app.net.Http;', 'package org.acme.net;'], 'java');
    assertNothingFound(['from os.path import join\nimport requests.auth\nself.id = other.name'], 'python');
    assertNothingFound(['using System.Net; namespace Acme.Tools { }'], 'csharp');
    assertNothingFound(['a.name { color: red } .btn.info::before {}'], 'css');
  });

  it('finds hosts in rules and shell scripts', () => {
    assertFound(
      [
        ['content:"c2-site.info"; reference:url,a-site.com/report;', ['domain c2-site.info', 'domain a-site.com']],
        ["endswith: '.c2-site.live'", ['domain c2-site.live']],
        [
          'export API_HOST=api.a-site.io; ping -c1 192.0.2.1; ssh jo@gw.a-site.net',
          ['domain api.a-site.io', 'ip 192.0.2.1', 'domain gw.a-site.net'],
        ],
        ['<p>Write to info@a-site.info</p>', ['domain a-site.info']],
      ],
      'shellscript',
    );
    assertNothingFound(
      ['python setup.py install; source ./env.sh', 'jq .data.name > out.txt', 'apt-get install foo=1.2.3.4-1'],
      'shellscript',
    );
  });

  it('finds plain values in configuration', () => {
    assertFound(
      [
        ['host: db.a-site.com\nserver = 192.0.2.1', ['domain db.a-site.com', 'ip 192.0.2.1']],
        [
          '{"host": "smtp.a-site.email", "aliases": ["a-site.email"]}',
          ['domain smtp.a-site.email', 'domain a-site.email'],
        ],
      ],
      'yaml',
    );
    assertNothingFound(
      ['{"socket.io": "^4.0.0", "main": "index.js", "files": ["README.md"], "when": "editor.id"}'],
      'json',
    );
  });

  it("isn't confused by an apostrophe or a quote in a regular expression", () => {
    assertNothingFound(["// don't\nconst a = user.org;", 'const r = /["]/; const b = user.org;'], 'javascript');
  });

  it('takes no names of fields in lists for hosts, whatever the name of the list', () => {
    assertNothingFound(["const fields = { host: ['host.name', 'agent.name', 'user.id'] };"], 'typescript');
    assertFound([["const c2 = { hosts: ['fern-lake.top', 'host.name'] };", ['domain fern-lake.top']]], 'typescript');
  });
});
