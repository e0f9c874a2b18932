# Varnish 7 in front of read-it (docs/cdn.md, ADR-0305). It needs vmod xkey (Debian: varnish-modules), and a separate listener for
# purges, which nobody but the servers can reach:
#
#   varnishd -f /etc/varnish/read-it.vcl -s malloc,2G -p http_gzip_support=off \
#     -a web=127.0.0.1:6081 -a purge=10.0.0.5:6082
#
# Set on the servers: CDN=varnish, CDN_PURGE_URLS=http://10.0.0.5:6082, COUNTRY_HEADER=x-country, TRUSTED_PROXIES with the address of this
# machine. With http_gzip_support=off, Varnish leaves compression to the servers, which have brotli; with it on, pages have gzip.
vcl 4.1;

import cookie;
import directors;
import std;
import xkey;

probe ready {
  .url = "/readyz";
  .interval = 2s;
  .timeout = 2s;
  # Three failures, so that a busy server is not left out. If a server refuses a connection, Varnish tries the other one at once.
  .window = 3;
  .threshold = 1;
  .initial = 1;
}

backend server1 { .host = "127.0.0.1"; .port = "3000"; .probe = ready; .first_byte_timeout = 65s; }
backend server2 { .host = "127.0.0.1"; .port = "3001"; .probe = ready; .first_byte_timeout = 65s; }

sub vcl_init {
  new servers = directors.round_robin();
  servers.add_backend(server1);
  servers.add_backend(server2);
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (local.socket != "purge") {
      return (synth(405));
    }
    if (req.http.xkey-softpurge) {
      set req.http.X-Purged = xkey.softpurge(req.http.xkey-softpurge);
    } else if (req.http.xkey-purge) {
      set req.http.X-Purged = xkey.purge(req.http.xkey-purge);
    } else {
      return (synth(400));
    }
    return (synth(200, "Purged"));
  }
  if (local.socket == "purge") {
    return (synth(405));
  }

  set req.backend_hint = servers.backend();
  unset req.http.X-Kind;
  unset req.http.X-Ahead;
  # A server that is stopping closes connections of requests with this header (ADR-0314); Varnish polls /readyz instead.
  unset req.http.X-Proxy-Repeats;
  # The id of a trace decides whether it is recorded, so strangers must not choose it.
  unset req.http.traceparent;
  unset req.http.tracestate;
  # The servers trust this header: with XX they take the country as unknown and do not look up the address. Covers that are not
  # for every country vary by it, so it has one spelling, and is set whatever the request has.
  if (req.http.X-Country ~ "^[A-Za-z][A-Za-z]$") {
    set req.http.X-Country = std.toupper(req.http.X-Country);
  } else {
    set req.http.X-Country = "XX";
  }
  # Monitoring asks the servers themselves for health and metrics.
  if (req.url ~ "^/(health|livez|readyz|metrics)(\?|$)") {
    return (synth(404));
  }
  # A softly purged object is sent for this long while it is fetched again. If no server is healthy, an old page is better than none.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 300ms;
  } else {
    set req.grace = 10m;
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }

  # Files, and pictures whose answer says whether it is for everybody. On a miss, the reader's cookie goes to the server, because
  # some covers are only for some readers; these answers are private. Covers for some countries have a Vary.
  if (req.url ~ "^/(assets|dictionaries|reader/assets|reader/icons|desk/assets)/" || req.url ~ "^/icon\.svg(\?|$)"
    || req.url ~ "^/api/v8/issuecontent/([^/?]+/cover|cover/magazine/[^/?]+)(\?|$)"
    # Signed addresses of images of pages, which are the same for all readers with the same right.
    || req.url ~ "^/api/v8/issuecontent/[^/?]+/pages/[0-9]+/((articles|tiles)/[^?]+/)?picture\?"
    || req.url ~ "^/api/v8/content/pictures/") {
    set req.http.X-Kind = "file";
    call normalise_encoding;
    return (hash);
  }
  if (req.url ~ "^/(api|desk|reader|dev|logout)(/|\?|$)" || req.http.Authorization
    # Addresses with a token belong to its holder (packages/domain/src/accounts/token-parameters.ts).
    || req.url ~ "[?&](token|sessionToken|ssoToken|sessionTokenFromAppleLogin|facebookToken)="
    # Cookies of one browser (packages/domain/src/page-variant.ts).
    || req.http.Cookie ~ "(^|;)\s*(__Host-|__Secure-|(session|registration|identity-[A-Za-z0-9_]+|handover|terms|second-factor|after-purchase|after-sign-in|shared_device)\s*=)") {
    return (pass);
  }

  # A visitor's page depends only on these headers, and the server sees only these (ADR-0061).
  set req.http.X-Kind = "page";
  if (req.http.Sec-Purpose || req.http.Purpose || req.http.X-Moz) {
    set req.http.X-Ahead = "1";
  }
  call normalise_encoding;
  call normalise_look;
  return (hash);
}

sub normalise_encoding {
  if (req.http.Accept-Encoding ~ "(^|[, ])br(\s*[,;]|\s*$)" && req.http.Accept-Encoding !~ "br\s*;\s*q=0(\.0*)?\s*(,|$)") {
    set req.http.Accept-Encoding = "br";
  } else if (req.http.Accept-Encoding ~ "(^|[, ])gzip(\s*[,;]|\s*$)" && req.http.Accept-Encoding !~ "gzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # An answer compressed with the browser's dictionary could be used by that browser only.
  unset req.http.Available-Dictionary;
}

# Keeps of the headers only what a page depends on, in one spelling.
sub normalise_look {
  cookie.parse(req.http.Cookie);
  unset req.http.Cookie;
  set req.http.X-Language = "de";
  if (cookie.get("language") ~ "^(de|en|fr)$") {
    set req.http.X-Language = cookie.get("language");
    set req.http.Cookie = "language=" + cookie.get("language");
  } else if (req.http.Accept-Language ~ "(?i)(^|,)\s*(de|en|fr)") {
    set req.http.X-Language = std.tolower(regsub(req.http.Accept-Language, "(?i)^(?:[^,]*,)*?\s*(de|en|fr).*$", "\1"));
  }
  set req.http.Accept-Language = req.http.X-Language;
  unset req.http.X-Language;
  if (cookie.get("theme") ~ "^(light|dark)$") {
    set req.http.Cookie = req.http.Cookie + "; theme=" + cookie.get("theme");
  }
  if (cookie.get("consent") == "1") {
    set req.http.Cookie = req.http.Cookie + "; consent=1";
  }
  if (cookie.get("consent_social") == "1") {
    set req.http.Cookie = req.http.Cookie + "; consent_social=1";
  }
  if (cookie.get("consent_ads") ~ "^[0-9a-f]{8}$") {
    set req.http.Cookie = req.http.Cookie + "; consent_ads=" + cookie.get("consent_ads");
  }
  if (req.http.Cookie) {
    set req.http.Cookie = regsub(req.http.Cookie, "^; ", "");
  }
  # The kinds of devices are those of packages/domain/src/device-kind.ts. A crawler that is not known here gets the page of a browser.
  if (req.http.User-Agent ~ "(?i)bot|crawl|spider|slurp|facebookexternalhit|mediapartners|lighthouse|preview|^(curl|wget|python|go-http|java|okhttp)|headless") {
    set req.http.User-Agent = "bot";
  } else if (req.http.User-Agent ~ "(?i)android") {
    set req.http.User-Agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36";
  } else if (req.http.User-Agent ~ "(?i)iphone|ipad|ipod") {
    set req.http.User-Agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";
  } else {
    set req.http.User-Agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  }
  unset req.http.Referer;
}

sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.host);
  if (req.http.X-Kind == "page") {
    hash_data(req.http.X-Country);
    hash_data(req.http.Accept-Language);
    hash_data(req.http.Cookie);
    hash_data(req.http.User-Agent);
    hash_data(req.http.Accept-Encoding);
  }
  return (lookup);
}

sub vcl_miss {
  # A server may refuse a page that is only fetched ahead: no other visitor must wait for that answer.
  if (req.http.X-Ahead) {
    return (pass);
  }
}

sub vcl_backend_response {
  # A file with a hash in its name is missing while two versions run side by side: the other server may have it. If that one is away,
  # the answer is 503.
  if (beresp.status == 404 && bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD") && bereq.url ~ "^/(reader/|desk/)?assets/") {
    return (retry);
  }
  if (bereq.uncacheable) {
    return (deliver);
  }
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (beresp.http.Set-Cookie || (beresp.status != 200 && beresp.status != 304) || beresp.http.CDN-Cache-Control ~ "no-store") {
    call keep_nothing;
  } else if (beresp.http.CDN-Cache-Control) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*s-maxage=(\d+).*$", "\1s"), 0s);
    # A signed address of an image opens nothing once it has expired, whether a server answers or not: such an image is not kept longer.
    if (beresp.http.CDN-Cache-Control ~ "stale-while-revalidate") {
      call keep;
    }
  } else if (beresp.http.Cache-Control !~ "^public, max-age=") {
    call keep_nothing;
  } else {
    # After a purge, or at the end of this time, Varnish asks again with the ETag.
    set beresp.ttl = std.duration(regsub(beresp.http.Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    if (beresp.ttl > 30d) {
      set beresp.ttl = 30d;
    }
    call keep;
  }
  if (bereq.http.X-Kind == "page") {
    # The key has everything that the page varies by. Browsers get the header back on delivery.
    set beresp.http.X-Vary = beresp.http.Vary;
    unset beresp.http.Vary;
  }
  return (deliver);
}

sub keep {
  set beresp.grace = 10m;
  set beresp.keep = 1h;
}

# Remembers for a second that such requests must not wait for each other.
sub keep_nothing {
  set beresp.uncacheable = true;
  set beresp.ttl = 1s;
}

sub vcl_backend_error {
  # The server is being replaced: the other one answers.
  if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  call away;
  return (deliver);
}

# No server answers: our own page instead of that of Varnish, and 503 with Retry-After, as servers answer without their database. Its
# words and its look are those of ops/nginx.conf (delivery.test.ts).
sub away {
  # The language of the address, or that of the cookie, or the first one that the browser names.
  set beresp.http.Content-Language = "de";
  if (bereq.url ~ "[?&]lang=(de|en|fr)(&|$)") {
    set beresp.http.Content-Language = regsub(bereq.url, "^.*[?&]lang=(de|en|fr)(&.*)?$", "\1");
  } else if (bereq.http.Cookie ~ "(^|;)\s*language=(de|en|fr)\s*(;|$)") {
    set beresp.http.Content-Language = regsub(bereq.http.Cookie, "^(?:.*;)?\s*language=(de|en|fr)\s*(;.*)?$", "\1");
  } else if (bereq.http.Accept-Language ~ "(?i)(^|,)\s*(de|en|fr)") {
    set beresp.http.Content-Language = std.tolower(regsub(bereq.http.Accept-Language, "(?i)^(?:[^,]*,)*?\s*(de|en|fr).*$", "\1"));
  }
  set beresp.http.X-Title = "Gleich wieder da";
  set beresp.http.X-Text = "Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in ein paar Minuten noch einmal.";
  set beresp.http.X-Again = "Noch einmal versuchen";
  if (beresp.http.Content-Language == "en") {
    set beresp.http.X-Title = "Back in a moment";
    set beresp.http.X-Text = "The service cannot be reached right now. Please try again in a few minutes.";
    set beresp.http.X-Again = "Try again";
  } else if (beresp.http.Content-Language == "fr") {
    set beresp.http.X-Title = "De retour dans un instant";
    set beresp.http.X-Text = "Le service est momentanément injoignable. Veuillez réessayer dans quelques minutes.";
    set beresp.http.X-Again = "Réessayer";
  }
  set beresp.status = 503;
  set beresp.http.Retry-After = "10";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.X-Content-Type-Options = "nosniff";
  if (bereq.url ~ "^/(desk/)?api/") {
    # Calls get JSON.
    set beresp.http.Content-Type = "application/json";
    set beresp.body = {"{"code":"unavailable","message":""} + beresp.http.X-Text + {"","requestId":""} + bereq.xid + """"}""";
  } else {
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.http.Content-Security-Policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    set beresp.body = {"<!doctype html>
<html lang=""} + beresp.http.Content-Language + {""><head><meta charset="utf-8"><title>"} + beresp.http.X-Title + {"</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>:root{color-scheme:light dark;background:light-dark(#faf7f2,#171411);color:light-dark(#1c1a17,#f2ebdf);font:1.0625rem/1.5 "Segoe UI",Arial,sans-serif}body{max-width:42rem;margin:15vh auto;padding:0 1rem}h1{font:600 1.75rem/1.2 Georgia,serif}a{color:light-dark(#ab2a12,#ff8d72)}</style></head>
<body><main><h1>"} + beresp.http.X-Title + {"</h1><p>"} + beresp.http.X-Text + {"</p><p><a href="">"} + beresp.http.X-Again + {"</a></p></main></body></html>
"};
  }
  unset beresp.http.X-Title;
  unset beresp.http.X-Text;
  unset beresp.http.X-Again;
}

sub vcl_backend_fetch {
  if (bereq.retries > 0) {
    set bereq.backend = servers.backend();
  }
}

sub vcl_deliver {
  if (resp.http.X-Vary) {
    set resp.http.Vary = resp.http.X-Vary;
    unset resp.http.X-Vary;
  }
  unset resp.http.xkey;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  unset resp.http.Age;
  if (obj.uncacheable) {
    set resp.http.Cache-Status = "varnish; fwd=bypass";
  } else if (obj.hits > 0) {
    set resp.http.Cache-Status = "varnish; hit";
    # It is the id of the request for which the answer was made.
    unset resp.http.X-Request-Id;
  } else {
    set resp.http.Cache-Status = "varnish; fwd=miss";
  }
}

sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  if (req.http.X-Purged) {
    set resp.http.X-Purged = req.http.X-Purged;
  }
  set resp.body = "";
  return (deliver);
}
