/**
 * Endings of files on web servers and of malware, none of which is the TLD of a private network. A name of a file with
 * another ending may be the name of a host.
 */
export const fileEndings: ReadonlySet<string> = new Set(
  [
    // Pages and programs of web servers.
    'htm html xhtml shtml phtml php php3 php4 php5 php7 phps asp aspx ascx ashx asmx axd cshtml jsp jspx jsf jspa do action cgi',
    'fcgi pl py rb cfm cfml nsf dll svc wsdl wadl xsl xslt xsd dtd rss atom xml json jsonp json5 jsonld geojson topojson yaml yml',
    'toml ini cfg conf config env properties plist webmanifest appcache manifest htaccess',
    // Styles, scripts, fonts, pictures, sounds, and films.
    'css scss less js mjs cjs jsx ts mts tsx vue map wasm swf jar woff woff2 ttf otf eot',
    'png jpg jpeg jfif gif webp avif svg svgz ico bmp tif tiff heic psd ai eps cur mp3 mp4 m4a m4v m4s m3u m3u8 mpd ts',
    'ogg oga ogv wav flac aac wma wmv avi mov mkv webm flv 3gp mpg mpeg vtt srt',
    // Documents and archives.
    'pdf doc docx docm dot dotx dotm xls xlsx xlsm xlsb xlt xll xla xlam csv tsv ppt pptx pptm pps ppsx odt ods odp rtf txt text md',
    'rst tex log epub mobi eml msg ics vcf one pub vsd vsdx mht mhtml oft',
    'zip rar 7z gz tgz bz2 tbz xz txz zst lz lzma tar cab arj ace z iso img vhd vhdx dmg pkg msi msix msp appx apk xapk ipa deb rpm',
    'bak backup old orig save swp tmp temp part crdownload sig asc sha1 sha256 md5 pem crt cer key p7b pfx torrent db sqlite sql dat bin',
    // Programs and scripts, and builds of malware for each processor.
    'exe scr com pif dll sys drv ocx cpl bat cmd ps1 psm1 vbs vbe vb js jse wsf wsh wsc hta lnk url scf reg inf chm hlp',
    'sh bash zsh ksh run out elf so dylib o a m ko dbg class war ear cs c h cpp hpp go rs java kt swift lua r',
    'arm arm4 arm4l arm5 arm5l arm5n arm6 arm6l arm7 arm7l arm64 armv4l armv5l armv6l armv7l aarch64 mips mpsl mipsel mips64',
    'x86 x86_64 x64 i386 i486 i586 i686 ppc ppc440fp powerpc sparc spc sh4 m68k m68 arc arcle nios nios2 riscv',
  ].flatMap((line) => line.split(' ')),
);

/** Words between the name of a file and its ending: `jquery.min.js`. */
export const fileMiddles: ReadonlySet<string> = new Set(
  'min slim bundle chunk chunks module modules esm umd cjs es amd iife prod debug d test spec stories pkgd all full async worker'.split(
    ' ',
  ),
);
