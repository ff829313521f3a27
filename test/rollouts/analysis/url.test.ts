import { describe, expect, it } from 'vitest';
import { urlProblem } from '../../../src/rollouts/analysis/url.js';

/** Whether Prometheus' IsUrl takes each, recorded from net/url of Go 1.26: it parses, and has a scheme and a host. */
describe('an address', () => {
  it.each([
    ['prometheus.monitoring:9090', false],
    ['prometheus', false],
    ['http://prometheus:web', false],
    ['http://user:word@[::1]:9090/prometheus', true],
    ['https://checkout.example.com:/health', true],
    ['http://', false],
    ['http:///x', false],
    ['10.0.0.1:9090', false],
    ['HTTP://a', true],
    ['http://a b/', false],
    ['http://a/b c', true],
    ['http://:9090', true],
    ['ftp://a', true],
    ['http://a?b', true],
    ['http://a\u0001', false],
  ])('%j is a URL: %s', (text, is) => {
    expect(urlProblem(text, 'any') === undefined).toBe(is);
  });

  it('needs http where Go sends a request to it', () => {
    expect(urlProblem('ftp://a', 'http')).toBe('has the scheme "ftp", not http or https');
    expect(urlProblem('https://a', 'http')).toBeUndefined();
  });
});
