import { expect, it } from 'vitest';
import {
  bodyOf,
  formOf,
  mcpService,
  otherService,
} from '../../src/pages/settings/connections/connection-form.ts';

it('[W2500] the form of a connection asks for no more than its service needs, and keeps a stored secret', () => {
  const first = { ...formOf(undefined), name: 'g', clientId: ' id ', clientSecret: 's' };
  expect(bodyOf(first)).toEqual({ preset: 'google', clientId: 'id', clientSecret: 's' });
  const other = {
    ...first,
    preset: otherService,
    issuer: 'https://login.example',
    hosts: 'a.example, b.example',
    clientSecret: '',
    scopes: 'read  write',
  };
  expect(bodyOf(other)).toEqual({
    issuer: 'https://login.example',
    hosts: ['a.example', 'b.example'],
    clientId: 'id',
    scopes: ['read', 'write'],
  });
  const account = { state: 'none', expiresAt: null, isRenewed: false } as const;
  const stored = {
    name: 'crm',
    preset: null,
    mcp: null,
    service: 'crm',
    issuer: 'https://login.example',
    authorizationUrl: null,
    tokenUrl: null,
    clientId: 'id',
    hasSecret: true,
    problem: null,
    scopes: ['api'],
    hosts: ['a.example'],
    callbackUrl: 'https://skein.example/connections/callback',
    account,
  };
  expect(bodyOf(formOf(stored))).toEqual({
    issuer: 'https://login.example',
    hosts: ['a.example'],
    clientId: 'id',
    scopes: ['api'],
  });
});

it('[W2750] an MCP server needs its address, and says the rest itself', () => {
  const mcp = 'https://mcp.example/mcp';
  expect(bodyOf({ ...formOf(undefined), preset: mcpService, mcp: ` ${mcp} ` })).toEqual({ mcp });
});
