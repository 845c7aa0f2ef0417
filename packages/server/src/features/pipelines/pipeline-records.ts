// Records of pipelines, in the words of their original API
import type { Diagnostic, Json, JsonObject, StopOperator } from '@skein/api';

export type StepType = 'custom_llm' | 'custom_agent' | 'stop_checker';

/** A workflow with the ids of its parts and its diagnostics. */
export interface WorkflowModel {
  readonly uuid: string;
  readonly user_id: string;
  readonly name: string;
  readonly description: string;
  readonly is_active: boolean;
  readonly trigger_uuid: string | null;
  readonly steps: readonly string[];
  readonly template_id: string | null;
  readonly template_version: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** With an error it cannot be started. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A workflow with its parts. */
export interface WorkflowWithDetails extends Omit<WorkflowModel, 'trigger_uuid' | 'steps'> {
  readonly trigger: TriggerModel | null;
  readonly steps: readonly StepModel[];
}

interface AnyStep {
  readonly uuid: string;
  readonly user_id: string;
  readonly name: string;
  readonly description?: string;
}

/** A model call. */
export interface CustomLlm extends AnyStep {
  readonly type: 'custom_llm';
  readonly model: string;
  readonly system_prompt: string;
  /** Made in the background after each change of prompt or tools. */
  readonly generated_summary?: string | null;
}

/** A model that uses tools. */
export interface CustomAgent extends Omit<CustomLlm, 'type'> {
  readonly type: 'custom_agent';
  /** By tool id: `{ "enabled": true }`. */
  readonly tools: JsonObject;
  readonly max_turns?: number;
}

export interface StopWorkflowCondition {
  readonly step_definition_uuid: string;
  readonly extraction_json_path: string;
  readonly operator: StopOperator;
  readonly target_value: Json;
}

/** Stops a run when one of its conditions holds. */
export interface StopWorkflowChecker extends AnyStep {
  readonly type: 'stop_checker';
  readonly stop_conditions: readonly StopWorkflowCondition[];
}

export type StepModel = CustomLlm | CustomAgent | StopWorkflowChecker;

export interface TriggerModel {
  readonly uuid: string;
  readonly user_id: string;
  readonly workflow_uuid: string;
  readonly trigger_type_id: string;
  readonly config: Json;
  readonly filter_rules: Json;
  readonly initial_data_description: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The output of a step or the trigger. */
export interface StepOutputData {
  readonly uuid: string;
  readonly raw_data: Json;
  readonly summary: string | null;
  readonly markdown_representation: string | null;
}

/** One execution of a step. */
export interface StepInstanceModel {
  readonly uuid: string;
  readonly user_id: string;
  readonly workflow_instance_uuid: string;
  readonly status: 'pending' | 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled';
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly error_message: string | null;
  readonly created_at: string;
  readonly llm_definition_uuid?: string;
  readonly agent_definition_uuid?: string;
  readonly checker_definition_uuid?: string;
  readonly messages?: readonly JsonObject[];
  readonly input_data: JsonObject | null;
  readonly output?: StepOutputData | null;
  /** The open question that the step waits for. */
  readonly waiting_for?: StepQuestion;
}

/** `kind` is `outcome` after a crash inside a call that must not be repeated; `schema` describes the answers. */
export interface StepQuestion {
  readonly wait_uuid: string;
  readonly kind: string;
  readonly prompt: string | null;
  readonly data: Json;
  readonly schema: Json;
}

/** A run. */
export interface WorkflowInstanceModel {
  readonly uuid: string;
  readonly user_id: string;
  readonly workflow_definition_uuid: string;
  readonly status: 'running' | 'completed' | 'stopped' | 'failed' | 'cancelled' | 'waiting';
  readonly trigger_output: StepOutputData | null;
  readonly step_instances: readonly StepInstanceModel[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** A choice, described for people. */
export interface DescribedType {
  readonly type: string;
  readonly name: string;
  readonly description: string;
}
