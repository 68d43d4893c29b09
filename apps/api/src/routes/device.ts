/** The device flow: the operations of the client, and those of the person who approves (docs/spec/interface.md, Device authorization; RFC 8628). */
import { ApproveDeviceReq, DeviceCodeReq, DeviceTokenReq } from '@countersign/contract/device';
import { approveDevice, denyDevice, findDevice } from '@countersign/core/device/decide';
import { exchangeDeviceCode } from '@countersign/core/device/exchange';
import { startDevice } from '@countersign/core/device/start';
import { type Request, Router } from 'express';
import { openJson, usualJson } from '../body/limits.ts';
import { callerNetwork } from '../caller-network.ts';
import type { AppDeps } from '../deps.ts';
import { addressLimit } from '../middleware/address-limit.ts';
import { formBody, isForm } from '../middleware/form-body.ts';
import { personIdempotency } from '../middleware/idempotency.ts';
import { type Bodies, jsonBody } from '../middleware/json-body.ts';
import { personCtx, requestPerson, signedIn } from '../middleware/session.ts';
import { parseBody } from '../middleware/validate.ts';
import { presentCodes, presentDeviceRequest, presentIssuedKey } from '../present/device.ts';

/** A whole office may share one address, and a client polls every five seconds. */
const codesPerAddress = { name: 'device-code', rate: 1, burst: 60 };
const pollsPerAddress = { name: 'device-token', rate: 10, burst: 120 };

/** Both sides of the device flow. */
export function deviceRoutes(deps: AppDeps, bodies: Bodies): Router {
  const router = Router();
  const form = formBody(openJson.bytes);
  const open = jsonBody(bodies, {
    limits: () => openJson,
    skips: isForm,
    owner: (request) => ({ kind: 'address', id: callerNetwork(deps, request) }),
  });
  const json = jsonBody(bodies, {
    limits: () => usualJson,
    owner: (request) => ({ kind: 'workspace', id: requestPerson(request).userId }),
  });
  const person = signedIn(deps);
  const once = personIdempotency(deps);
  const decider = (request: Request<never> | Request) => ({
    userId: requestPerson(request).userId,
    sessionId: requestPerson(request).sessionId,
    signedInBy: requestPerson(request).signedInBy,
    network: callerNetwork(deps, request),
  });

  router.post('/device/code', addressLimit(deps, codesPerAddress), form, open, async (request, response) => {
    const input = parseBody(DeviceCodeReq, request);
    const codes = await startDevice(personCtx(deps, request), input);
    response.status(201).json(presentCodes(codes, deps.settings.publicUrl));
  });

  router.post('/device/token', addressLimit(deps, pollsPerAddress), form, open, async (request, response) => {
    const { device_code } = parseBody(DeviceTokenReq, request);
    response.json(presentIssuedKey(await exchangeDeviceCode(personCtx(deps, request), device_code)));
  });

  router.get('/console/device/:user_code', person, async (request, response) => {
    const code = String(request.params.user_code);
    const device = await findDevice(personCtx(deps, request), decider(request), code);
    response.json(presentDeviceRequest(device));
  });

  router.post('/console/device/:user_code/approve', person, json, once, async (request, response) => {
    const code = String(request.params.user_code);
    const input = parseBody(ApproveDeviceReq, request);
    await approveDevice(personCtx(deps, request), decider(request), code, input);
    response.status(204).end();
  });

  router.post('/console/device/:user_code/deny', person, json, once, async (request, response) => {
    const code = String(request.params.user_code);
    await denyDevice(personCtx(deps, request), decider(request), code);
    response.status(204).end();
  });

  return router;
}
