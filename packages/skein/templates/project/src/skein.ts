// What skein.config.json loads: the workflows and agents of this project, and the functions that JSON workflows call by name.
import { order } from './order.ts';
import { shop } from './shop.ts';
import { support } from './support.ts';

export const workflows = [order];
export const agents = [support];
export const functions = { 'shop.price': (item: unknown) => shop.price(String(item)) };
