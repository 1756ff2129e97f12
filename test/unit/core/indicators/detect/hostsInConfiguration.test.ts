import { assertFound, assertNothingFound } from './findHelpers';

describe('Finding hosts in configuration and code', () => {
  it('finds hosts after a wildcard and after other schemes', () => {
    assertFound(
      [
        ["allow('https://*.a-site.com', 'https://*.b-site.dev/*')", ['domain a-site.com', 'domain b-site.dev']],
        ["connect('redis://cache.a-site.dev:6379/0')", ['domain cache.a-site.dev']],
        ["ice('turn:relay.a-site.app:3478?transport=udp')", ['domain relay.a-site.app']],
        ["go('http://a-site.dev:/x')", ['url http://a-site.dev/x']],
      ],
      'typescript',
    );
    assertFound(
      [['jdbc.url=jdbc:postgresql://db.a-site.internal:5432/x', ['domain db.a-site.internal']]],
      'properties',
    );
    assertNothingFound(
      ["open('vscode://team.tools/x')", "load('chrome-extension://my.cards/x')", "load('package://core.tools')"],
      'typescript',
    );
  });

  it('finds hosts in email addresses with any top-level domain', () => {
    assertFound(
      [
        [
          '/* By Jo <jo@a-site.ca>, x@bar.com; "me@data.es" */',
          ['domain a-site.ca', 'domain bar.com', 'domain data.es'],
        ],
      ],
      'c',
    );
    assertFound([['{"author": "Jo Lee <jo@a-site.me> (x)"}', ['domain a-site.me']]], 'json');
  });

  it('finds hosts in YAML lists and unquoted fields', () => {
    assertFound(
      [
        [
          "- 'drop-site.com'\n- 'transfer.sh'\n- '.paste-it.org'\n",
          ['domain drop-site.com', 'domain transfer.sh', 'domain paste-it.org'],
        ],
        ['rules:\n  - cdn-two.a-site.cloud\n  - 3\n', ['domain cdn-two.a-site.cloud']],
        [
          'host: web.a-site.app\n- "gate.a-site.internal:gateway"',
          ['domain web.a-site.app', 'domain gate.a-site.internal'],
        ],
      ],
      'yaml',
    );
    assertNothingFound(['id = data.acme_image.base.id\nhost = module.db.name\nname = local.common.host'], 'terraform');
    assertNothingFound(['server = x\npcm.cards cards.pcm'], 'properties');
  });

  it('finds hosts in resolver notation', () => {
    assertFound(
      [
        ['forward-addr: 192.0.2.1@853#dns.a-site.net', ['ip 192.0.2.1', 'domain dns.a-site.net']],
        [
          'DNS=192.0.2.1#dns.a-site.net 2001:db8::1#b-site.net',
          ['ip 192.0.2.1', 'domain dns.a-site.net', 'ip 2001:db8::1', 'domain b-site.net'],
        ],
        ['local-zone: "office.local." static', ['domain office.local']],
      ],
      'properties',
    );
    assertNothingFound(['allow [2001:db8::]/32 [::1]/128 [::ffff:127.0.0.0]/104'], 'properties');
  });

  it('ignores translation keys, modules, messages, and compressed files', () => {
    assertNothingFound(
      [
        "x = { 'lang.de': 'Deutsch', label: 'languages.fr' }; t('menu.bg'); theme('colors.bg')",
        "use('auth.providers.google'); say('email.invalid'); pack(['main.js.br', 'data.json.br'])",
        "allow('accessClass.sun.net'); go('Some.Error.directory')",
        "get('//x@%66%6f.com/a')",
      ],
      'typescript',
    );
    assertNothingFound(['build-backend = "packer.build"'], 'toml');
    assertNothingFound(['<path d="M4 4c1.5-.8 2.8-2.1 3.51.98.32 2.0"/><i>Policy 0.12.0.0</i>'], 'html');
  });

  it('finds hosts in sentences of comments, and without a scheme', () => {
    assertFound(
      [
        ['# taken from files.a-site.com, using b-site.org', ['domain files.a-site.com', 'domain b-site.org']],
        [
          'x = "s3://foo.com/stuff"; y = "file://gate.a-site.com/x"; z = "file:///b-site.com/x"',
          ['domain foo.com', 'domain gate.a-site.com'],
        ],
      ],
      'python',
    );
    assertFound([['<script src="//cdn.a-site.dev/x.js"></script>', ['domain cdn.a-site.dev']]], 'html');
    assertFound([['(visit "java.com" "llvm.org")', ['domain java.com', 'domain llvm.org']]], 'lisp');
    assertNothingFound(['from acme.net import x', "'''\nfrom acme.tools import x\n'''"], 'python');
  });

  it('finds hosts in lists, hosts files, patterns, and with common first labels', () => {
    assertFound(
      [
        [
          'registry: images.a-site.io\nservers: [one.a-site.net, two.a-site.dev]',
          ['domain images.a-site.io', 'domain one.a-site.net', 'domain two.a-site.dev'],
        ],
        ['run: echo "192.0.2.7 build.a-site.dev" >> x', ['ip 192.0.2.7', 'domain build.a-site.dev']],
        ['COOKIE_DOMAIN=.a-site.app', ['domain a-site.app']],
      ],
      'yaml',
    );
    assertFound(
      [
        [
          "const a = 'api.target.dev'; const r = /^(a-site\\.com|pic\\.ly)\\//;",
          ['domain api.target.dev', 'domain a-site.com', 'domain pic.ly'],
        ],
        ["origins(['//*.a-site.dev', '*.b-site.app'])", ['domain a-site.dev', 'domain b-site.app']],
      ],
      'typescript',
    );
    assertNothingFound(
      ["get(x, 'data.items.0.id'); attribute('k8s.pod.name'); r = /socket\\.io-client/"],
      'typescript',
    );
    assertNothingFound(['m("host.name", "k8s.pod.name", "net.host.name")'], 'kotlin');
    assertNothingFound(['"hosts": 1; mail.defaults.email = "x"'], 'nix');
    assertNothingFound(['<p v-if="user.is.live" :to="item.page.shop">x</p>'], 'vue');
    assertNothingFound(['<bindingRedirect oldVersion="0.0.0.0-13.0.0.0"/><string>group.com.acme.app</string>'], 'xml');
  });

  it('ignores properties, identifiers, headings, and files', () => {
    assertNothingFound(['<section id="method.lt"/><p name="cache.store.host"/><b>8.5.1.2.</b>'], 'html');
    assertNothingFound(["read('server.pid', 'vmlinux.lds', 'cpu.prof'); use('pip._vendor.mail.email')"], 'python');
  });

  it('finds hosts in the documentation of a module', () => {
    assertFound(
      [
        ['my $x = $a->b.com;\n\n=head1 AUTHOR\n\nJo <jo@a-site.org>\n\n=cut\n\n$b.net;\n', ['domain a-site.org']],
        ['1;\n__END__\nsee docs.a-site.org\n', ['domain docs.a-site.org']],
      ],
      'perl',
    );
    assertFound([['x = 1\n=begin\nsee a-site.org\n=end\ny = b.org\n', ['domain a-site.org']]], 'ruby');
  });

  it('finds complete hosts or none in manual pages', () => {
    assertNothingFound(['see <https://a\\-site.org/x> and \\fBsystemd.network\\fR(5)'], 'plaintext');
    assertFound([['a list of send.exploit.in and Trojan.Win32.Agent.me', ['domain send.exploit.in']]], 'plaintext');
  });
});
