import type { Detail } from '../play/impact/effect.js';
import { shortList } from './conclusions.js';
import { laneText, objectText } from './impact-terms.js';

type RouteDetail = Extract<
  Detail,
  { kind: 'route-gone' | 'unweighted' | 'destination-gone' | 'weights-left' }
>;

/** What requests lose with an object or a destination that is gone. */
export function routeText(its: string, detail: RouteDetail): string {
  switch (detail.kind) {
    case 'route-gone':
      return routeGoneText(its, detail);
    case 'unweighted': {
      const names = detail.services.map(objectText);
      return `${objectText(detail.object)} is deleted: callers of ${shortList(names)} in the mesh reach the pods by the selector of the Service, without the weights of updates.`;
    }
    case 'destination-gone':
      return destinationText(its, detail);
    case 'weights-left':
      return weightsLeftText(its, detail);
  }
}

function weightsLeftText(
  its: string,
  { lane, service, subset, share, isLargest, isRouted }: Extract<Detail, { kind: 'weights-left' }>,
): string {
  const to = subset === undefined ? objectText(service) : `subset "${subset}" of ${objectText(service)}`;
  const what = objectText(lane.object);
  const keeps = `${isLargest ? 'up to ' : ''}${share} % for ${to}`;
  const effect =
    share === 0
      ? 'no update gets any of them before its end'
      : 'that share stays there, whatever an update sets';
  const advice = isRouted
    ? `delete ${what} once no requests come by it, and until then keep it in trafficRouting beside the new router`
    : `delete ${what}, or lead it to one Service that selects the pods of both versions`;
  return `${its} writes the weights of ${laneText(lane)} no more, and ${what} stays: requests that come by it keep ${keeps}, so ${effect}; ${advice}.`;
}

function routeGoneText(
  its: string,
  { object, route, hosts, lost: part, left, inMesh = [] }: Extract<Detail, { kind: 'route-gone' }>,
): string {
  const what = objectText(object);
  if (route !== undefined)
    return `${what} has no path for ${route} any more, and no other Ingress has one: requests to it reach ${its} no more.`;
  const isOne = hosts?.length === 1;
  const names = hostsText(hosts ?? []);
  if (left !== undefined)
    return `${what} is deleted, which routed requests to ${names}; of these only those to ${hostsText(left)} still reach ${its}.`;
  const it = isOne ? 'it' : 'them';
  if (part === 'hosts')
    return `${what} has ${isOne ? 'host' : 'hosts'} ${names} no more, and no other object that leads to ${its} has ${it}: requests to ${it} reach ${its} no more.`;
  if (part === 'gateways')
    return `${what} is at no Gateway any more, and no other object leads requests from outside to ${names} to ${its}: they reach it no more.`;
  const others =
    hosts === undefined
      ? 'no other object has its routes'
      : `no other object that leads to ${its} has ${isOne ? 'host' : 'hosts'} ${names}`;
  const lost = hosts === undefined ? 'requests that came by it' : `requests to ${it}`;
  const meshes = `${shortList(inMesh.map(objectText))} ${inMesh.length === 1 ? 'is' : 'are'} only for callers in the mesh`;
  return inMesh.length === 0
    ? `${what} is deleted, and ${others}: ${lost} reach ${its} no more.`
    : `${what} is deleted, and ${others} for requests from outside: ${lost} reach ${its} no more, because ${meshes}.`;
}

function hostsText(hosts: readonly string[]): string {
  return shortList(hosts.map((host) => (host === '*' ? 'any host' : `"${host}"`)));
}

function destinationText(
  its: string,
  { lane, services, left, role }: Extract<Detail, { kind: 'destination-gone' }>,
): string {
  const what = `${laneText(lane)} leads to ${shortList(services.map(objectText))} no more`;
  if (left.length === 0) return `${what}, nor to another Service: its requests reach ${its} no more.`;
  const rest = shortList(left.map(objectText));
  if (role === 'canary')
    return `${what}: all its requests reach ${rest}, and none a canary, whatever weight an update sets.`;
  return role === 'stable'
    ? `${what}: all its requests reach ${rest}, so each update gets all of them at once.`
    : `${what}: its requests reach ${rest} instead.`;
}
