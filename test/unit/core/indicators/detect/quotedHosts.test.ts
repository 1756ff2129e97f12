import { assertFound, assertNothingFound } from './findHelpers';

const found = (value: string): readonly string[] => [`domain ${value}`];

describe('Finding hosts in quotes and comments of code', () => {
  it('finds quoted hosts with ambiguous top-level domains', () => {
    assertFound(
      [
        ["fetch('cdn-metrics.test')", found('cdn-metrics.test')],
        ['const a = "relay.dark-harbor.test";', found('relay.dark-harbor.test')],
        [
          "const all = ['relay.dark-harbor.test', 'cdn-metrics.test'];",
          ['relay.dark-harbor.test', 'cdn-metrics.test'].flatMap(found),
        ],
        ['const u = `cdn-metrics.test`;', found('cdn-metrics.test')],
        ['const j = "{\\"h\\": \\"cdn-metrics.test\\"}";', found('cdn-metrics.test')],
        ["send('relay.dark-harbor.test:8443');", found('relay.dark-harbor.test')],
        [
          "const bins = ['paste-bin.click', 'paste-bin.download'];",
          ['paste-bin.click', 'paste-bin.download'].flatMap(found),
        ],
        [
          "const one = 'panel-login.name', two = 'panel-login.app';",
          ['panel-login.name', 'panel-login.app'].flatMap(found),
        ],
        [
          "const three = ['tracker.us', 'tracker.live', 'metrics.test', 'printer.local'];",
          ['tracker.us', 'tracker.live', 'metrics.test', 'printer.local'].flatMap(found),
        ],
        ['fetch("metrics.dev"); dns.lookup("panel.app")', ['metrics.dev', 'panel.app'].flatMap(found)],
      ],
      'typescript',
    );
  });

  it('finds hosts next to other hosts in a list, and in host fields', () => {
    assertFound(
      [
        ["const all = ['bad-site.com', 'phish.top'];", ['bad-site.com', 'phish.top'].flatMap(found)],
        ["const all = ['s.id', 'bit.ly', 't.co'];", ['s.id', 'bit.ly', 't.co'].flatMap(found)],
        ["const all = ['bad-site.com', 'parcel.so', 'x.com'];", ['bad-site.com', 'parcel.so', 'x.com'].flatMap(found)],
        ['const c2 = { "domain": "panel.sh", port: 443 };', found('panel.sh')],
        ['const hostname = "t.co";', found('t.co')],
      ],
      'typescript',
    );
    assertNothingFound(
      [
        "const all = ['user.name', 'phish.top', 'page.info'];",
        "const files = ['main.sh', 'bundle.py', 'lib.rs'];",
        "const c2 = { domain: 'user.name', script: 'panel.sh' };",
      ],
      'typescript',
    );
    assertFound([["const all = ['bad-site.com', 'main.py'];", found('bad-site.com')]], 'typescript');
  });

  it('finds hyphenated hosts in the text of a comment or a string, because members have no hyphens', () => {
    assertFound(
      [
        ['// blocks cdn-metrics.test since May', found('cdn-metrics.test')],
        ['// beacons to relay.dark-harbor.test, then stops', found('relay.dark-harbor.test')],
        [
          '/* relay.dark-harbor.test\n * cdn-metrics.test */',
          ['relay.dark-harbor.test', 'cdn-metrics.test'].flatMap(found),
        ],
        ["alert('Found relay.dark-harbor.live today')", found('relay.dark-harbor.live')],
      ],
      'typescript',
    );
    assertFound(
      [
        [
          "c2 = 'cdn-metrics.test'\nr = requests.get('metrics.dev')",
          ['cdn-metrics.test', 'metrics.dev'].flatMap(found),
        ],
        ['# seen at relay.dark-harbor.test', found('relay.dark-harbor.test')],
        [
          'hosts = {"relay.dark-harbor.test", "cdn-metrics.test"}',
          ['relay.dark-harbor.test', 'cdn-metrics.test'].flatMap(found),
        ],
      ],
      'python',
    );
  });

  it('ignores texts, events, keys, selectors, members, and files', () => {
    assertNothingFound(
      [
        "t('page.support'); $t('cart-page.open'); i18n('home-page.contact')",
        "$('li.nav-item.open'); document.querySelector('.side-bar.open')",
        "el.matches('.nav-item.show'); on('tick.live'); emit('side-bar.select')",
        "const k = { 'app-shell.name': 1, 'side-bar.open': 2 };",
        "const m = ['user.name', 'page.id', 'Pattern.test', 'os_mod.live'];",
        "read('jquery-ui.md'); run('build-all.sh'); open('a-b.py')",
        '// see `array.prototype.live` and `pattern.test`',
        '// calls user.name, then pattern.test and list.select',
        "import x from 'left-pad.dev'; require('socket-kit.io')",
        "import y from './side-bar.test';",
      ],
      'typescript',
    );
  });
});
