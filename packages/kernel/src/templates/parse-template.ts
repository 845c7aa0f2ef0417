// Native templates
// Turns a config value written in native syntax into the one internal form. Owns: nothing but the choice of syntax;
// `buildTemplate` walks the value, `parseText` reads one text. Syntax (SPEC K60, K61):
//
//   ${node.output.path}   ${node.outputs[-2].path}   ${node.status}   ${["any id"].output["any key"]}
//   ${trigger} ${inputs.port} ${previous} ${context.id} ${now} ${now.date} ${now.ms} ${now.date("Europe/Brussels")}
//   then optionally a text form (:json :markdown :summary :brief :id), then a default
//   (|text, or ?? and a JSON string or another reference); ${run("id").node.output} only in the run of that id
//   ${= an expression }, as `readExpression` reads it (SPEC K700)
//   $${ is a literal ${
import type { Json } from '../json.ts';
import {
  buildTemplate,
  type ParsedTemplate,
  type TemplateOptions,
} from '../references/build-template.ts';
import { parseText } from './parse-text.ts';

/** What a template gets when it is resolved, besides what the run knows. */
export interface GivenNames {
  /** Expressions read them. */
  readonly names?: readonly string[] | undefined;
  /** References read them too: `${item.name}`. */
  readonly locals?: readonly string[] | undefined;
}

export function parseTemplate(
  value: Json,
  options: TemplateOptions & GivenNames = {},
): ParsedTemplate {
  const { names, locals } = options;
  return buildTemplate(value, (text) => parseText(text, names ?? locals, locals), options);
}
