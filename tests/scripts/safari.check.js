// The features of scripts, styles and templates that not every phone has, against the list of tests/data/safari.json:
// Safari 15.4 has each, or the list says how a page goes without it. The versions are those of MDN.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import bcd from "@mdn/browser-compat-data" with { type: "json" };
import ts from "typescript";

const EVERY_PHONE = 13; // what this Safari has is not listed
const OLDEST = 15.4;
const LIST = JSON.parse(readFileSync("tests/data/safari.json", "utf-8"));
// The interfaces of TypeScript that are parts of others, by the name that MDN lists their members under.
const PART_OF = {
  ARIAMixin: "Element",
  Animatable: "Element",
  Body: "Response",
  ChildNode: "Element",
  DocumentOrShadowRoot: "Document",
  ElementCSSInlineStyle: "HTMLElement",
  ElementContentEditable: "HTMLElement",
  GlobalEventHandlers: "Element",
  HTMLOrSVGElement: "HTMLElement",
  InnerHTML: "Element",
  NavigatorID: "Navigator",
  NavigatorLanguage: "Navigator",
  NavigatorLocks: "Navigator",
  NavigatorOnLine: "Navigator",
  NavigatorStorage: "Navigator",
  NonDocumentTypeChildNode: "Element",
  ParentNode: "Element",
  ReadonlyArray: "Array",
  WindowEventHandlers: "Window",
  WindowOrWorkerGlobalScope: "Window",
};
const SYNTAX = {
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken]: "operators.logical_and_assignment",
  [ts.SyntaxKind.BarBarEqualsToken]: "operators.logical_or_assignment",
  [ts.SyntaxKind.BigIntLiteral]: "builtins.BigInt",
  [ts.SyntaxKind.ClassStaticBlockDeclaration]: "classes.static.initialization_blocks",
  [ts.SyntaxKind.PrivateIdentifier]: "classes.private_class_fields",
  [ts.SyntaxKind.PropertyDeclaration]: "classes.public_class_fields",
  [ts.SyntaxKind.QuestionDotToken]: "operators.optional_chaining",
  [ts.SyntaxKind.QuestionQuestionEqualsToken]: "operators.nullish_coalescing_assignment",
  [ts.SyntaxKind.QuestionQuestionToken]: "operators.nullish_coalescing",
};
const UNITS = [
  [/^cq/, "container_query_length_units"],
  [/^d[vib]/, "viewport_percentage_units_dynamic"],
  [/^[sl]v/, "viewport_percentage_units_small"],
];
const IN_PATTERNS = [
  [/\(\?<[=!]/, "lookbehind_assertion"],
  [/\(\?<\w/, "named_capturing_group"],
  [/\\p\{/, "unicode_character_class_escape"],
];

/** The features that were looked up and found, with the version of Safari on a phone that has each, 99 for none. */
const found = new Map();

/** Note a feature by its path in MDN's data; say whether it is there. */
function note(...path) {
  const node = path.reduce((at, name) => (at && Object.hasOwn(at, name) ? at[name] : undefined), bcd);
  const support = node?.__compat?.support.safari_ios;
  if (!support) return false;
  const versions = [support].flat().filter((one) => !one.flags && !one.prefix && !one.alternative_name);
  const [added] = versions.map((one) => one.version_added);
  found.set(path.join("."), typeof added === "string" ? Number.parseFloat(added.replace("≤", "")) || 99 : 99);
  return true;
}

/** Note the features of a style: at-rules, selectors, properties, their values, functions and units. */
function readStyle(text) {
  const plain = text.replace(/\/\*.*?\*\//gs, "").replace(/"[^"]*"|url\([^)]*\)/g, '""');
  const within = [];
  for (const [, head, end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const words = head.trim();
    if (end === "{") {
      if (words.startsWith("@")) readAtRule(words);
      else
        readSelector(
          words,
          within.some((one) => !one.startsWith("@")),
        );
      within.push(words);
      continue;
    }
    if (/^[\w-]+\s*:/.test(words)) readDeclaration(words);
    if (end === "}") within.pop();
  }
}

function readAtRule(words) {
  const [, name, rest] = words.match(/^@([\w-]+)(.*)$/s);
  note("css", "at-rules", name);
  for (const [, feature] of rest.matchAll(/\(\s*([\w-]+)\s*[:)]/g)) note("css", "at-rules", name, feature);
  if (/[<>]=?/.test(rest)) note("css", "at-rules", "media", "range_syntax");
}

function readSelector(words, isNested) {
  if (isNested) note("css", "selectors", "nesting");
  for (const [, name] of words.matchAll(/::?([a-z-]+)/g)) note("css", "selectors", name);
}

function readDeclaration(words) {
  const [, property, value] = words.match(/^([\w-]+)\s*:(.*)$/s);
  note("css", "properties", property);
  for (const [, name] of value.matchAll(/(?<![\w.#-])([a-z][a-z-]*)(?!\w|\()/g))
    note("css", "properties", property, name);
  for (const [, name] of value.matchAll(/([a-z][a-z-]*)\(/g)) {
    if (!note("css", "types", name)) for (const type of Object.keys(bcd.css.types)) note("css", "types", type, name);
  }
  for (const [, unit] of value.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/g)) {
    note("css", "types", "length", UNITS.find(([sign]) => sign.test(unit))?.[1] ?? unit);
  }
  if (property === "gap") note("css", "properties", "gap", "flex_context");
}

/** Note the elements and attributes of a template. */
function readTemplate(text) {
  const plain = text.replace(/\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}/gs, "");
  for (const [, element, attributes] of plain.matchAll(/<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)/g)) {
    note("html", "elements", element);
    for (const [, name, value] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      if (!note("html", "elements", element, name)) note("html", "global_attributes", name);
      note("html", "elements", element, `${name}_${value}`);
    }
  }
}

/** Note the interface and the member that a declaration of TypeScript's libraries is, if MDN lists it. */
function noteDeclaration(declaration) {
  const { name, parent } = declaration;
  const member = name && ts.isIdentifier(name) ? name.text : name?.getText();
  if (!member) return;
  const isStatic = ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent);
  const owner = isStatic ? parent.parent.name.text : ts.isInterfaceDeclaration(parent) ? parent.name.text : "";
  if (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration) || !owner) {
    return note("api", member) || note("api", "Window", member) || note("javascript", "builtins", member);
  }
  const own = PART_OF[owner] ?? owner.replace(/Constructor$/, "");
  const inIntl = ts.isModuleBlock(parent.parent) ? ["Intl"] : [];
  return (
    note("api", own, isStatic ? `${member}_static` : member) || note("javascript", "builtins", ...inIntl, own, member)
  );
}

/** Note what a script is written with, and what it calls. */
function readScript(source, checker) {
  const visit = (node) => {
    if (SYNTAX[node.kind]) note("javascript", ...SYNTAX[node.kind].split("."));
    if (ts.isRegularExpressionLiteral(node)) {
      for (const [sign, name] of IN_PATTERNS) {
        if (sign.test(node.text)) note("javascript", "regular_expressions", name);
      }
    }
    if (ts.isAwaitExpression(node) && !ts.findAncestor(node, ts.isFunctionLike)) {
      note("javascript", "operators", "await", "top_level");
    }
    if (ts.isIdentifier(node)) {
      for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) {
        if (declaration.getSourceFile().isDeclarationFile) noteDeclaration(declaration);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function readScripts(settings) {
  const { config } = ts.readConfigFile(settings, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, settings.replace(/[^/]*$/, "") || ".");
  const program = ts.createProgram(fileNames, options);
  for (const source of program.getSourceFiles()) {
    if (!source.isDeclarationFile) readScript(source, program.getTypeChecker());
  }
}

test("Safari 15.4 has each feature that not every phone has, or the list says how a page goes without it", () => {
  for (const file of ts.sys.readDirectory("tarockclub/static", [".css"])) readStyle(readFileSync(file, "utf-8"));
  for (const file of ts.sys.readDirectory("templates", [".html"])) readTemplate(readFileSync(file, "utf-8"));
  for (const settings of ["tsconfig.json", "tools/scripts/worker.json"]) readScripts(settings);
  const rare = [...found].filter(([, version]) => version > EVERY_PHONE).sort();
  assert.deepEqual(Object.fromEntries(rare.filter(([, version]) => version <= OLDEST)), LIST.has);
  const lacks = Object.fromEntries(rare.filter(([, version]) => version > OLDEST));
  assert.deepEqual(lacks, Object.fromEntries(Object.entries(LIST.lacks).map(([name, [version]]) => [name, version])));
  assert.ok(Object.values(LIST.lacks).every(([, without]) => without.length > 5));
});
